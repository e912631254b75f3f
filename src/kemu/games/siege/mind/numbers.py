"""The numbers of `weights.json` by name: a file that lacks one of them, or has one more, is not read."""

from __future__ import annotations

from msgspec import Struct


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """What a position is worth and where attackers go is worked out with these."""

    # Men, and what threatens them.
    last_man: float
    """What the last man of a squad counts beside himself: he must be found."""
    steep: float
    """The power of the share that still stands: below 1, each man counts the more the fewer are left."""
    later: float
    """What a kill keeps of its worth for each action that is spent before it."""
    locked: float
    shot: float
    charge: float
    """What a kill that is hoped for counts: in a melee under way, by a shot, by going there and fighting."""
    near: float
    """What a man of attackers counts by being near, and less the more actions it is to the enemy."""
    ruin: float
    """A ruin, in units of a fire's smoke."""

    # Aims of a group.
    wait: float
    """Actions that a melee is thought to wait for its card."""
    hopeless: float
    """Kills to be hoped for where there is no hope: it is better to go than to stand."""
    squads: int
    """How many squads a group thinks of going for."""

    # The way to the enemy.
    over: int
    """Half inches that it costs to cross a wall, with coming up to it."""
    stairs: int
    """Half inches to another floor."""
    held: int
    """How far along a wall a man holds it, in thousandths of an inch."""
    tried: int
    """How many ends of a move are tried, the nearest to the enemy first."""
    taken: int
    """How many of them are thought about."""
