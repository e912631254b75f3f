"""What a player can do in Siege. Places are in thousandths of an inch from the south-west corner, rooms by number."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kemu.core.pending import Action

Coordinate = Annotated[int, Meta(ge=-200_000, le=200_000)]
Spot = tuple[Coordinate, Coordinate]
Rest = Annotated[tuple[Spot, ...], Meta(max_length=200)]


class Place(Action, tag="place", frozen=True, omit_defaults=True):
    """Set up a squad: the officer here, the others round him (or where `rest` says); `spread` lines a wall."""

    x: Coordinate
    y: Coordinate
    room: int = 0
    spread: int = 0
    mounted: bool = False
    rest: Rest = ()


class PlaceGun(Action, tag="place-gun", frozen=True, omit_defaults=True):
    """Set up a gun, faced along (fx, fy), its crew round it (or where `rest` says)."""

    x: Coordinate
    y: Coordinate
    fx: Coordinate
    fy: Coordinate
    rest: Rest = ()


class Quarter(Action, tag="quarter", frozen=True):
    """Set up a squad in this room; where it stands inside is free."""

    room: int


class Mount(Action, tag="mount", frozen=True):
    """This squad is mounted: it is set up next."""


class Everyone(Action, tag="everyone", frozen=True):
    """Set up all that is left of the garrison, sensibly; who stands where can be changed before the siege begins."""


class Again(Action, tag="again", frozen=True):
    """Set this group up somewhere else."""

    group: int


class Ready(Action, tag="ready", frozen=True):
    """The garrison stands where it should: the siege begins."""


class RollEdge(Action, tag="roll-edge", frozen=True):
    """Roll for a group on this edge."""

    edge: int


class LeaveEdge(Action, tag="leave-edge", frozen=True):
    """Bring nobody on by this edge."""

    edge: int


class FirstEdge(Action, tag="first-edge", frozen=True):
    """Begin the joker's reinforcements with this edge."""

    edge: int


class Choose(Action, tag="choose", frozen=True):
    """Take better troops of this kind."""

    kind: str


class ChooseGun(Action, tag="choose-gun", frozen=True):
    """Bring on this gun of the pool."""

    gun: int


class ComeOn(Action, tag="come-on", frozen=True):
    """Place the new group along its edge, its rank centred here."""

    at: Coordinate


class Activate(Action, tag="activate", frozen=True):
    """Let this group act."""

    group: int


class Stop(Action, tag="stop", frozen=True):
    """Take no more actions with this card."""


class Stay(Action, tag="stay", frozen=True):
    """Do nothing with this group."""


class Move(Action, tag="move", frozen=True, omit_defaults=True):
    """Move a group: its lead to this place, the others round it (or where `rest` says).

    `spread` is the distance between the centres of men who line a wall, 0 for a close group. (fx, fy) faces a gun
    that moves; (0, 0) leaves it to face the nearest enemy.
    """

    figure: int
    x: Coordinate
    y: Coordinate
    room: int = 0
    spread: int = 0
    fx: Coordinate = 0
    fy: Coordinate = 0
    rest: Rest = ()
    """The others' places, in the order of the figures; where a gun moves, its own place comes first."""


class Storm(Action, tag="storm", frozen=True):
    """Go for the enemy on another floor of the same house."""

    room: int


class Climb(Action, tag="climb", frozen=True):
    """Go to this floor, up or down the stairs or as the winner; where the group stands inside is free."""

    room: int


class Turn(Action, tag="turn", frozen=True):
    """Turn the gun to face along (fx, fy)."""

    fx: Coordinate
    fy: Coordinate


class Fire(Action, tag="fire", frozen=True):
    """Shoot at a group."""

    target: int


class FireMelee(Action, tag="fire-melee", frozen=True):
    """Shoot at the enemies of one's own melee."""


class Force(Action, tag="force", frozen=True):
    """Force a gate."""

    line: int


class PullDown(Action, tag="pull-down", frozen=True):
    """Pull down a piece of a barricade."""

    line: int


class SetFire(Action, tag="set-fire", frozen=True):
    """Set fire to a house."""

    house: int


class FightFire(Action, tag="fight-fire", frozen=True):
    """Fight a fire: take away a matchstick, or turn smoke back into a matchstick."""

    house: int
    take: Literal["stick", "smoke"]


class Recrew(Action, tag="recrew", frozen=True):
    """Put a figure of a squad to the gun."""

    squad: int
    figure: int


class Rejoin(Action, tag="rejoin", frozen=True):
    """Make a crewman a man of a squad."""

    figure: int
    squad: int


class Combine(Action, tag="combine", frozen=True):
    """Combine with another squad; the officer of squad `keep` stays an officer."""

    other: int
    keep: int


class Withdraw(Action, tag="withdraw", frozen=True):
    """Take the group off the table, into the pool."""


class Lose(Action, tag="lose", frozen=True):
    """Remove this figure."""

    group: int
    figure: int


class Resolve(Action, tag="resolve", frozen=True):
    """Resolve this melee next."""

    melee: int


class Next(Action, tag="next", frozen=True):
    """This group falls back, or moves up, next."""

    group: int


class Take(Action, tag="take", frozen=True):
    """Re-form this squad with so many men."""

    men: int


class Dissolve(Action, tag="dissolve", frozen=True):
    """Break this squad up: its officer becomes a man."""


AnyAction = (
    Place
    | PlaceGun
    | Quarter
    | Mount
    | Everyone
    | Again
    | Ready
    | RollEdge
    | LeaveEdge
    | FirstEdge
    | Choose
    | ChooseGun
    | ComeOn
    | Activate
    | Stop
    | Stay
    | Move
    | Storm
    | Climb
    | Turn
    | Fire
    | FireMelee
    | Force
    | PullDown
    | SetFire
    | FightFire
    | Recrew
    | Rejoin
    | Combine
    | Withdraw
    | Lose
    | Resolve
    | Next
    | Take
    | Dissolve
)
