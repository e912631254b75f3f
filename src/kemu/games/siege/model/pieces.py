"""What stands on the table: groups, guns, melees, fires."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.parts.tabletop.points import Point

GARRISON, ATTACKERS = 0, 1
SEATS = ("garrison", "attackers")
SQUAD, CREW = "squad", "crew"
MEN = 6
"""The most men a squad has beside its officer."""
FULL_CREW = 4


@rule("siege:EQ.3", "siege:R2")
class Group(Struct, frozen=True):
    """A squad, a gun's crew or a group of attackers: each figure in a place of its own. A squad's officer is figure 0.

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
    marks: tuple[int, ...] = ()
    """What tells the figures apart for as long as they live, in their order; empty for 0, 1, 2 and so on."""

    @property
    def figures(self) -> tuple[int, ...]:
        """The marks of the figures, in their order."""
        return self.marks or tuple(range(len(self.men)))


def without(group: Group, figure: int) -> Group:
    """Return a group less one figure; the others keep their marks."""
    marks = group.figures
    men = group.men[:figure] + group.men[figure + 1 :]
    return replace(group, men=men, marks=marks[:figure] + marks[figure + 1 :])


def grown(group: Group, men: tuple[Point, ...], *, mounted: bool | None = None) -> Group:
    """Return a group with more figures, who have marks of their own."""
    first = max(group.figures, default=-1) + 1
    return replace(
        group,
        men=(*group.men, *men),
        marks=(*group.figures, *range(first, first + len(men))),
        mounted=group.mounted if mounted is None else mounted,
    )


class Gun(Struct, frozen=True):
    """A gun: a base without a life. Facing is a vector."""

    id: int
    side: int
    at: Point
    face: Point
    fired: bool = False


class Melee(Struct, frozen=True):
    """Groups of both sides that are locked together. `holder` is the side that was attacked; `stairs`: in a house.

    `front` is what it took to kill one of the holder's men before figures fell in it; 0 as long as nobody has.
    """

    groups: tuple[int, ...]
    holder: int
    stairs: bool = False
    front: int = 0


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
