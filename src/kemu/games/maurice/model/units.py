"""Units, and what they are made of: an arm, bases, a formation, a place on the table."""

from __future__ import annotations

from msgspec import Struct

from kemu.core.clauses import rule

SEATS = ("red", "blue")
INF, CAV, ART = 0, 1, 2
ARMS = ("INF", "CAV", "ART")
ARM_NAMES = ("infantry", "cavalry", "artillery")
LINE, COLUMN, MASSED, GUNS = 0, 1, 2, 3
FORMATIONS = ("line", "column", "massed", "artillery")

DRAWN_UP = {INF: (LINE, COLUMN), CAV: (MASSED, LINE, COLUMN), ART: (GUNS,)}
"""In which formations an arm is set up, the usual one first: only cavalry masses."""

BW = 1000
"""Steps in a base width (R01)."""


@rule("maurice:1.formations")
def bases_of(arm: int) -> int:
    """Infantry and cavalry units have four bases, artillery has one."""
    return 1 if arm == ART else 4


class Unit(Struct, frozen=True):
    """A unit on the table. It is one footprint: the bases follow from its front's midpoint, facing and formation.

    The mark `smoke` is of guns that have fired and not been cleared since.
    """

    id: int
    """Never used again after the unit is broken."""
    side: int
    arm: int
    x: int
    y: int
    facing: int
    """Hundredths of a degree clockwise from north."""
    formation: int
    disr: int = 0
    smoke: bool = False

    @property
    def bases(self) -> int:
        """How many bases it has."""
        return 1 if self.arm == ART else 4


class Piece(Struct, frozen=True):
    """A piece of terrain: the outline of an area, or the course of a line without thickness."""

    kind: int
    """Which of the kit's kinds of terrain."""
    points: tuple[tuple[int, int], ...]
    crest: tuple[tuple[int, int], ...] = ()
    """Of a hill: the line behind which one is hidden, if it has one."""


class TerrainKind(Struct, frozen=True, kw_only=True):
    """A kind of terrain and its effects, as the players agreed on them: kit data."""

    id: str
    title: str
    linear: bool = False
    difficult: bool = False
    cover: bool = False
    obstruction: bool = False
    water: bool = False
    impassable: bool = False
    woods: bool = False
    bridge: bool = False
    level: int = 0


class Table(Struct, frozen=True):
    """The table and what may lie on it."""

    width: int
    height: int
    kinds: tuple[TerrainKind, ...]
