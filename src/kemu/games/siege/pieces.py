"""What stands on the table: groups, guns, melees, fires."""

from __future__ import annotations

from msgspec import Struct

from kemu.parts.tabletop.points import Point

GARRISON, ATTACKERS = 0, 1
SEATS = ("garrison", "attackers")
SQUAD, CREW = "squad", "crew"
MEN = 6
"""The most men a squad has beside its officer."""
FULL_CREW = 4


class Group(Struct, frozen=True):
    """A squad, a gun's crew or a group of attackers. The officer of a squad is its figure 0.

    `kind` is "squad" or "crew" for the garrison, a kind of the army for the attackers. `name` is the number of the
    squad's or gun's name in the kit. `gun` is the id of the gun that the group serves, or -1. A crew of the
    garrison stays in the list when all its men are dead: the gun can be manned again.
    """

    id: int
    side: int
    kind: str
    men: tuple[Point, ...]
    room: int = 0
    mounted: bool = False
    name: int = -1
    gun: int = -1


class Gun(Struct, frozen=True):
    """A gun: a base without a life. Facing is a vector."""

    id: int
    side: int
    at: Point
    face: Point
    fired: bool = False


class Melee(Struct, frozen=True):
    """Groups of both sides that are locked together. `holder` is the side that was attacked; `stairs`: in a house."""

    groups: tuple[int, ...]
    holder: int
    stairs: bool = False


class Blaze(Struct, frozen=True):
    """A burning house: matchsticks and smoke, and how many matchsticks were laid at first."""

    house: int
    sticks: int
    smoke: int
    laid: int


class PoolGun(Struct, frozen=True):
    """An attackers' gun off the table: its living crew, and whether it has ever fired."""

    crew: int
    fired: bool
