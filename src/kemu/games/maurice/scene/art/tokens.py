"""Units as blocks of bases seen from above, their marks, and the commanders."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from kemu.scene import Box, Disc, Path, Shape, Words

from ...model.units import ART, BW, CAV, COLUMN, GUNS, INF, LINE, MASSED, Unit

COLOURS = ("#d55e00", "#0072b2")
INK = ("#8f3d00", "#004a76")
PALE = ("#f3bd93", "#a5cdec")
COATS = ("#b5362c", "#2f5f9e")
GRID = {LINE: (4, 1), COLUMN: (1, 4), MASSED: (2, 2), GUNS: (1, 1)}
"""Files and ranks."""
ARM_LETTERS = ("i", "c", "a")
PER_BW = 40.0
GRASS, EDGE = "#8fa36a", "#3f4a2b"


def symbol_of(unit: Unit) -> str:
    """Return the symbol of a unit."""
    return f"{ARM_LETTERS[unit.arm]}{unit.formation}-{unit.side}"


@lru_cache(maxsize=4)
def symbols(depths: tuple[int, int]) -> dict[str, tuple[Shape, ...]]:
    """Return every unit that can be, drawn from the middle of its front, facing up; and the commanders."""
    found: dict[str, tuple[Shape, ...]] = {}
    for side in (0, 1):
        for arm, formations in ((INF, (LINE, COLUMN)), (CAV, (LINE, COLUMN, MASSED)), (ART, (GUNS,))):
            depth = depths[arm == ART] / BW * PER_BW
            for formation in formations:
                found[f"{ARM_LETTERS[arm]}{formation}-{side}"] = _block(side, arm, formation, depth)
        found[f"cinc{side}"] = _commander(side)
    return found


def _block(side: int, arm: int, formation: int, depth: float) -> tuple[Shape, ...]:
    files, ranks = GRID[formation]
    left, width, height = -files * PER_BW / 2, files * PER_BW, ranks * depth
    shapes: list[Shape] = [
        Box(x=left + 2, y=3, w=width, h=height, r=3, fill="#1d2412", opacity=0.35, blur=3),
        Box(x=left, y=0, w=width, h=height, r=2, fill=EDGE),
    ]
    for rank in range(ranks):
        for file in range(files):
            shapes += _base(side, arm, left + file * PER_BW, rank * depth, depth)
    # The front edge is thick and pointed, so that a facing is seen on a phone too.
    shapes += [
        Path(d=f"M{left:g} 0H{-left:g}", stroke=COLOURS[side], width=7),
        Path(d="M-8 0L0 -9L8 0z", fill=COLOURS[side], stroke="#ffffff", width=1.2),
        Box(x=left, y=0, w=width, h=height, r=2, stroke="#20180f", width=1.6),
    ]
    return tuple(shapes)


def _base(side: int, arm: int, x: float, y: float, depth: float) -> list[Shape]:
    shapes: list[Shape] = [
        Box(x=x + 0.8, y=y + 0.8, w=PER_BW - 1.6, h=depth - 1.6, r=2, fill=PALE[side]),
        Box(x=x + 0.8, y=y + 0.8, w=PER_BW - 1.6, h=depth - 1.6, r=2, fill=GRASS, opacity=0.28),
    ]
    middle = y + depth / 2
    if arm == INF:
        for row in range(2):
            for file in range(4):
                fx, fy = x + 6.5 + file * 9, middle - depth * 0.17 + row * depth * 0.36
                shapes += _soldier(side, fx, fy)
    elif arm == CAV:
        for file in range(2):
            shapes += _rider(side, x + 11.5 + file * 17, middle + 1)
    else:
        shapes += _gun(side, x + PER_BW / 2, middle)
    return shapes


def _soldier(side: int, x: float, y: float) -> list[Shape]:
    """A musketeer: coat, cross-belt, hat, and his musket forward."""
    return [
        Path(d=f"M{x + 2.6:g} {y + 2:g}V{y - 6.5:g}", stroke="#3a2a1a", width=1.1),
        Box(x=x - 3, y=y - 2, w=6, h=5.2, r=2.4, fill=COATS[side], stroke="#241812", width=0.6),
        Disc(x=x, y=y - 0.4, r=2.1, fill="#26201b"),
        Disc(x=x, y=y - 0.4, r=0.9, fill="#f2e3c4"),
    ]


def _rider(side: int, x: float, y: float) -> list[Shape]:
    """A horseman: the horse's body and head forward, the rider on its back."""
    return [
        Path(
            d=f"M{x - 3.6:g} {y + 11:g}q-2 -7 0 -13l2 -5q-.6 -4 1.6 -6q2.2 2 1.6 6l2 5q2 6 0 13q-3.6 3 -7.2 0z",
            fill="#5f4029",
            stroke="#2a1b10",
            width=0.8,
        ),
        Box(x=x - 5, y=y - 0.5, w=10, h=6.4, r=3, fill=COATS[side], stroke="#241812", width=0.7),
        Disc(x=x, y=y + 2.4, r=2.5, fill="#26201b"),
        Disc(x=x, y=y + 2.4, r=1, fill="#f2e3c4"),
    ]


def _gun(side: int, x: float, y: float) -> list[Shape]:
    """A field gun with two of its crew."""
    return [
        Box(x=x - 10, y=y - 4.5, w=3.4, h=13, r=1.5, fill="#4a3523"),
        Box(x=x + 6.6, y=y - 4.5, w=3.4, h=13, r=1.5, fill="#4a3523"),
        Path(d=f"M{x - 7:g} {y + 2:g}H{x + 7:g}M{x - 2:g} {y + 4:g}L{x - 3.2:g} {y + 16:g}M{x + 2:g} {y + 4:g}"
             f"L{x + 3.2:g} {y + 16:g}", stroke="#4a3523", width=2.2),
        Path(d=f"M{x - 2.6:g} {y + 9:g}L{x - 1.9:g} {y - 15:g}H{x + 1.9:g}L{x + 2.6:g} {y + 9:g}z",
             fill="#b58a3c", stroke="#5c4318", width=0.9),
        *_soldier(side, x - 14, y + 9),
        *_soldier(side, x + 14, y + 9),
    ]  # fmt: skip


def _commander(side: int) -> tuple[Shape, ...]:
    """A square marker of one BW with a general's star and his colour."""
    half = PER_BW / 2
    points = " L".join(
        f"{r * sin(pi * i / 5):.1f} {-r * cos(pi * i / 5):.1f}" for i in range(10) for r in ((15.0, 6.2)[i % 2],)
    )
    return (
        Box(x=-half + 2, y=-half + 3, w=PER_BW, h=PER_BW, r=6, fill="#1d2412", opacity=0.35, blur=3),
        Box(x=-half, y=-half, w=PER_BW, h=PER_BW, r=6, fill=PALE[side], stroke=INK[side], width=2.4),
        Path(d=f"M{points}z", fill=COLOURS[side], stroke="#ffffff", width=1.6),
    )


def smoke(x: float, y: float) -> list[Shape]:
    """A puff in front of a gun."""
    puffs = ((-9, -6, 9), (4, -11, 11), (12, -3, 8), (-2, 1, 8))
    return [
        *(Disc(x=x + dx, y=y + dy, r=r + 1.5, fill="#565656", opacity=0.25, blur=2) for dx, dy, r in puffs),
        *(Disc(x=x + dx, y=y + dy, r=r, fill="#f4f2ec", opacity=0.92) for dx, dy, r in puffs),
        Path(d=f"M{x - 10:g} {y - 5:g}q4 -5 8 0M{x + 2:g} {y - 11:g}q4 -5 8 0", stroke="#a9a59b", width=1.4),
    ]


def disruption(x: float, y: float, disr: int, bases: int) -> list[Shape]:
    """How much DISR a unit has; dark where the next one breaks it."""
    last = disr >= bases
    fill, ink = ("#7a1408", "#ffffff") if last else ("#ffd23f", "#20180f")
    return [
        Disc(x=x, y=y, r=13, fill=fill, stroke="#20180f", width=2),
        Words(x=x, y=y + 6.2, text=str(disr), size=18, bold=True, fill=ink),
    ]
