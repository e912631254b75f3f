"""The board: a plate of honey-coloured wood let into a dark frame, its lines burnt in, its hollows cut."""

from __future__ import annotations

from functools import lru_cache
from math import sin

from kemu.parts.bits import bits
from kemu.scene import Box, Disc, Gradient, Path, Pattern, Shape, Use, Words

from ...model.board import Board
from .plan import HOLLOW, MARGIN, XY, Plan

BURNT = "#5a3417"
IVORY = "#fff8e6"
FRAME_INK = "#e9cfa4"

DEFS: tuple[Gradient | Pattern, ...] = (
    Gradient(id="frame", stops=((0, "#4a2d1b", 1), (0.5, "#3a2113", 1), (1, "#29160c", 1)), x2=0.35, y2=1),
    Gradient(
        id="plate", stops=((0, "#e8bd7f", 1), (0.45, "#dbaa69", 1), (1, "#c68f4f", 1)), x1=0.1, y1=0, x2=0.9, y2=1
    ),
    Gradient(
        id="light",
        radial=True,
        cx=0.36,
        cy=0.28,
        r=0.8,
        stops=((0, "#fff3d2", 0.5), (0.6, "#fff3d2", 0.08), (1, "#3a1d08", 0.2)),
    ),
    Gradient(
        id="dent",
        radial=True,
        cx=0.62,
        cy=0.7,
        r=0.72,
        stops=((0, "#c08a50", 1), (0.5, "#a06c38", 1), (1, "#4f2c0f", 1)),
    ),
    Gradient(
        id="lip",
        stops=((0, "#2e1806", 0.8), (0.5, "#8a5a2b", 0.25), (1, "#fff0cc", 1)),
        x1=0.2,
        y1=0.05,
        x2=0.8,
        y2=0.95,
    ),
    Gradient(id="rock", stops=((0, "#8c7f70", 1), (0.5, "#5d5349", 1), (1, "#2f2822", 1)), x2=0.7),
    Gradient(
        id="cave", radial=True, cx=0.5, cy=0.6, r=0.6, stops=((0, "#0d0704", 1), (0.7, "#150b06", 1), (1, "#2a170c", 1))
    ),
)


def _grain(name: str, width: float, height: float, lines: int, colour: str, strength: float) -> Pattern:
    """Return wood grain: long lines that wander a little, each in its own way, and the same every time."""
    shapes: list[Shape] = []
    for i in range(lines):
        y = (i + 0.5 + 0.35 * sin(12.9898 * i)) * height / lines
        d = f"M-5 {y:.0f}"
        for j in range(1, 6):
            x = j * (width + 10) / 5 - 5
            bend = 6 * sin(0.31 * i + 1.7 * j) + 4 * sin(1.3 * i * j)
            d += f"S{x - width / 12:.0f} {y + bend - 3 * sin(i + j):.0f} {x:.0f} {y + bend:.0f}"
        opacity = round(strength * (0.35 + 0.65 * abs(sin(78.233 * i))), 2)
        shapes.append(Path(d=d, stroke=colour, width=round(1 + 1.6 * abs(sin(37.719 * i)), 1), opacity=opacity))
    return Pattern(id=name, w=width, h=height, shapes=tuple(shapes))


HOLLOW_SHAPES: tuple[Shape, ...] = (
    Disc(x=0, y=0, r=HOLLOW + 1.5, fill="@lip"),
    Disc(x=0, y=0, r=HOLLOW - 1.5, fill="@dent"),
)

KORU = "M-34 34C-40 2 -24 -30 8 -30C30 -30 40 -12 36 4C32 20 12 24 4 12C-2 2 8 -10 17 -3"
"""The unfolding frond, as one stroke."""


@lru_cache(maxsize=8)
def grains(board: Board) -> tuple[Pattern, ...]:
    """Return the patterns of the two woods."""
    plan = Plan(board)
    return (
        _grain("frame-grain", plan.width, plan.height, 56, "#000000", 0.34),
        _grain("plate-grain", plan.width, plan.height, 52, "#8a5524", 0.36),
    )


@lru_cache(maxsize=8)
def base(board: Board, caves: bool) -> tuple[Shape, ...]:
    """Return all that never changes: frame, plate, lines, the white circle, hollows, names, and the caves if any."""
    plan = Plan(board)
    shapes: list[Shape] = [
        Box(x=0, y=0, w=plan.width, h=plan.height, r=34, fill="@frame"),
        Box(x=0, y=0, w=plan.width, h=plan.height, r=34, fill="@frame-grain"),
        Box(x=7, y=7, w=plan.width - 14, h=plan.height - 14, r=28, stroke="#c99a5b", width=1.6, opacity=0.45),
        Path(d=plan.octagon(63), fill="#000000", opacity=0.55, blur=7),
        Path(d=plan.octagon(60), fill="@plate"),
        Path(d=plan.octagon(60), fill="@plate-grain"),
        Path(d=plan.octagon(60), fill="@light"),
        Path(d=plan.octagon(58.5), stroke="#fff0cc", width=2.5, opacity=0.55),
    ]
    shapes += _corners(plan, caves)
    shapes += _circle(plan)
    shapes += _lines(plan)
    shapes += [Use(symbol="hollow", x=x, y=y) for x, y in plan.hollows]
    shapes += _names(plan)
    return tuple(shapes)


def _circle(plan: Plan) -> list[Shape]:
    (x, y), r = plan.field()
    return [
        Disc(x=x, y=y, r=r, fill=IVORY, opacity=0.3),
        Disc(x=x, y=y + 1.5, r=r, stroke=BURNT, width=8, opacity=0.3),
        Disc(x=x, y=y, r=r, stroke=IVORY, width=6.5),
    ]


def _lines(plan: Plan) -> list[Shape]:
    """Draw the diagonals and the sidelines: a dark groove, and light on its lower edge."""
    d = ""
    for mask in (*plan.board.diagonals, *plan.board.sidelines):
        ends = bits(mask)
        (ax, ay), (bx, by) = plan.hollows[ends[0]], plan.hollows[ends[-1]]
        d += f"M{ax:g} {ay:g}L{bx:g} {by:g}"
    return [
        Path(d=d.replace("M", " M"), stroke="#fff0cc", width=5, opacity=0.35),
        Path(d=d, stroke=BURNT, width=2.8, opacity=0.9),
    ]


def _names(plan: Plan) -> list[Shape]:
    """Write the files below and above, the ranks at the left and at the right."""
    rim = 31.0
    files = [(plan.at((file, 0))[0], chr(97 + file)) for file in range(plan.board.width)]
    ranks = [(plan.at((0, rank))[1], str(rank + 1)) for rank in range(plan.board.height)]
    named = [(x, y, text) for x, text in files for y in (rim, plan.height - rim)]
    named += [(x, y, text) for y, text in ranks for x in (rim, plan.width - rim)]
    return [Words(x=x, y=y + 9.5, text=text, size=30, fill=FRAME_INK, bold=True) for x, y, text in named]


def corners(plan: Plan) -> tuple[XY, XY, XY, XY]:
    """Return the middle of the four corners of the frame, clockwise from the upper left."""
    near, right, low = 0.94 * MARGIN, plan.width - 0.94 * MARGIN, plan.height - 0.94 * MARGIN
    return (near, near), (right, near), (right, low), (near, low)


def cave(plan: Plan, seat: int) -> XY:
    """Return the place of a seat's cave: black's below at the right, white's above at the left."""
    return corners(plan)[2 if seat == 0 else 0]


def _corners(plan: Plan, caves: bool) -> list[Shape]:
    """Fill the four corners of the frame: carved fronds, and the two caves of the Tane in the master's game."""
    shapes: list[Shape] = []
    for turn, (x, y) in enumerate(corners(plan)):
        hole = caves and (x, y) in (cave(plan, 0), cave(plan, 1))
        shapes.append(Use(symbol="cave", x=x, y=y) if hole else Use(symbol="koru", x=x, y=y, rotate=90 * turn))
    return shapes


MOUTH = "M-46 -7C-47 -29 -26 -47 -2 -46C26 -47 46 -28 45 -3C49 22 29 45 3 45C-24 48 -50 27 -46 -7Z"

SYMBOLS: dict[str, tuple[Shape, ...]] = {
    "hollow": HOLLOW_SHAPES,
    "koru": (
        Path(d=KORU, stroke="#000000", width=9, opacity=0.45),
        Path(d=KORU, stroke="#b98a4f", width=5, opacity=0.75),
    ),
    "cave": (
        Path(d=MOUTH, fill="@rock", stroke="@rock", width=16),
        Path(d=MOUTH, fill="@cave"),
    ),
}
