"""The numbers of `weights.json` by name: a file that lacks one of them, or has one more, is not read."""

from __future__ import annotations

from msgspec import Struct


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """What a position is worth and where attackers go is worked out with these."""

    last_man: float  # what the last man of a squad counts beside himself: he must be found
    steep: float  # the power of the share that stands: below 1, each man counts the more the fewer are left
    later: float  # what a kill keeps of its worth for each action that is spent before it
    locked: float  # what a kill that is hoped for counts in a melee under way
    shot: float  # by a shot
    charge: float  # by going there and fighting
    near: float  # what a man of the attackers counts by being near: the less, the more actions away
    ruin: float  # a ruin, in counters of smoke

    wait: float  # actions that a melee waits for its card
    hopeless: float  # kills to be hoped for where there is no hope: it is better to go than to stand
    squads: int  # how many squads a group thinks of going for

    over: int  # half inches that it costs to cross a wall, with coming up to it
    stairs: int  # half inches to another floor
    held: int  # how far along a wall a man holds it, in thousandths of an inch
    tried: int  # how many ends of a move are tried, the nearest to the enemy first
    taken: int  # how many of them are thought about
