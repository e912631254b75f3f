"""Orders on the table: where a unit is to go, and what comes of it."""

from __future__ import annotations

from msgspec import Struct

from kemu.core.pending import Action

from .units import Unit

Leg = tuple[str, int]
"""A part of a move: its name and how far, in steps or hundredths of a degree.

Lines and massed units: `ahead` and `back` (steps); `right` and `left`, forward wheels on that front corner;
`back_right` and `back_left`, backward wheels on that rear corner (an angle). Columns: `face` (where to look) and
`ahead`. Artillery: `towards` (a direction), `ahead`, and last `face`.
"""

ABOUT = "about"
FROM_COLUMN_TO_LINE = ("line_left", "line_right")
FROM_LINE_TO_COLUMN = ("column_left", "column_right")
FROM_COLUMN_TO_MASSED = ("massed_rear_left", "massed_rear_right", "massed_front_left", "massed_front_right")
FROM_MASSED_TO_COLUMN = ("column_from_left", "column_from_right")
FROM_LINE_TO_MASSED = ("massed_left", "massed_right", "massed_ends")
FROM_MASSED_TO_LINE = (
    "line_rear_ends",
    "line_rear_left",
    "line_rear_right",
    "line_front_ends",
    "line_front_left",
    "line_front_right",
)


class Move(Action, frozen=True, tag="move"):
    """The whole move of one unit: a change of formation or an about-face, if any, and then its legs."""

    unit: int
    change: str = ""
    anchor: int = 0
    """The base that keeps its place when a column becomes a line, or a line a column. Square bases need none."""
    legs: tuple[Leg, ...] = ()


class Advance(Action, frozen=True, tag="advance"):
    """Several units of a force go straight ahead, all as far."""

    units: tuple[int, ...]
    steps: int


class Charge(Action, frozen=True, tag="charge"):
    """A unit charges: it wheels forward by an angle, to the right if it is positive, and goes straight ahead."""

    unit: int
    wheel: int = 0


class MoveCinC(Action, frozen=True, tag="cinc"):
    """The commander in chief goes to a place."""

    x: int
    y: int


class Displace(Action, frozen=True, tag="displace"):
    """The commander in chief, displaced, is set down at a place."""

    x: int
    y: int


AnyMove = Move | Advance | Charge | MoveCinC | Displace


class Leave(Struct, frozen=True):
    """What cards allow or forbid to the units that move."""

    extra: int = 0
    """Steps more, forward, in line or massed."""
    retrograde_whole: bool = False
    no_terrain_disr: bool = False
    no_crossing_disr: bool = False
    difficult_impassable: bool = False


class Plan(Struct, frozen=True):
    """What a legal move comes to."""

    units: tuple[Unit, ...]
    """All units on the table afterwards, with the DISR that the move has brought."""
    moved: tuple[int, ...]
    used: int
    """Movement spent, in steps."""
    path: tuple[tuple[tuple[int, int], ...], ...] = ()
    """Outlines of the moving unit on its way, to be drawn."""
    cinc_hit: int = 0
    """Bits of the sides whose CinC enemy bases moved through."""
    terrain: bool = False
    """Whether it went through difficult ground."""
    crossed: tuple[int, ...] = ()
    """Friends that were moved through."""
    disr: tuple[tuple[int, int], ...] = ()
    """Who took how many DISR."""


class ChargePlan(Plan, frozen=True):
    """A charge, and whom it contacts."""

    contacts: tuple[int, ...] = ()
