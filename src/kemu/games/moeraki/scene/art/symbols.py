"""The pieces: glass stones, the boulder that is the ball, the tiles of the two tribes, the Tane."""

from __future__ import annotations

from kemu.scene import Disc, Gradient, Path, Shape, Use, Words

from .plan import TILE, diamond

BONE, INK, OCHRE, SHADE = "#f2e3c0", "#2a1a12", "#a8321c", "#1d0d02"

DEFS: tuple[Gradient, ...] = (
    Gradient(id="shadow", radial=True, stops=((0, "#1d0d02", 0.75), (0.7, "#1d0d02", 0.5), (1, "#1d0d02", 0))),
    Gradient(
        id="black",
        radial=True,
        cx=0.36,
        cy=0.3,
        r=0.78,
        stops=((0, "#6c7683", 1), (0.25, "#343b45", 1), (0.65, "#12151a", 1), (1, "#020304", 1)),
    ),
    Gradient(id="black-glow", radial=True, cx=0.64, cy=0.74, r=0.42, stops=((0, "#7fa6c4", 0.55), (1, "#7fa6c4", 0))),
    Gradient(
        id="white",
        radial=True,
        cx=0.36,
        cy=0.3,
        r=0.82,
        stops=((0, "#fbfaf6", 1), (0.45, "#f0ece3", 1), (0.8, "#d6cfc2", 1), (1, "#a0988a", 1)),
    ),
    Gradient(id="white-glow", radial=True, cx=0.66, cy=0.76, r=0.4, stops=((0, "#ffffff", 0.95), (1, "#ffffff", 0))),
    Gradient(id="gloss", stops=((0, "#ffffff", 0.95), (1, "#ffffff", 0.05))),
    Gradient(
        id="ball",
        radial=True,
        cx=0.36,
        cy=0.3,
        r=0.8,
        stops=((0, "#cfcac0", 1), (0.38, "#a09b92", 1), (0.78, "#6b6760", 1), (1, "#3f3d3a", 1)),
    ),
    Gradient(id="slate", stops=((0, "#3d4751", 1), (1, "#12161a", 1)), x2=0.4),
    Gradient(id="bone", stops=((0, "#fffaf0", 1), (1, "#e2d3b1", 1)), x2=0.4),
    Gradient(id="ochre", stops=((0, "#c9482c", 1), (1, "#8a2411", 1)), x2=0.4),
)


GLOSS = "M-20 -9C-18 -22 -6 -27 5 -25C12 -23 9 -17 1 -16C-8 -15 -13 -11 -15 -6C-17 -2 -21 -3 -20 -9Z"
"""Where the window is seen in the glass."""


def _stone(colour: str, edge: str) -> tuple[Shape, ...]:
    return (
        Disc(x=3, y=6, r=34, fill="@shadow"),
        Disc(x=0, y=0, r=31, fill=f"@{colour}", stroke=edge, width=1.2),
        Disc(x=0, y=0, r=30, fill=f"@{colour}-glow"),
        Path(d=GLOSS, fill="@gloss"),
    )


SEAMS = (
    "M-33 -9C-27 -6 -21 -15 -13 -12C-3 -8 -1 -1 9 -3C18 -5 22 -17 30 -16M-13 -12C-15 -22 -9 -26 -11 -32"
    "M9 -3C7 8 13 15 9 24C8 28 10 30 10 33M9 24C1 21 -6 26 -13 21C-20 16 -25 18 -30 15"
)
"""The wandering seams of a Moeraki boulder."""
PITS = ((-20, 3, 2.2), (-4, 10, 1.6), (20, 8, 2.4), (15, -22, 1.8), (-24, -20, 1.5), (24, 20, 1.6), (0, 30, 1.7))

BALL: tuple[Shape, ...] = (
    Disc(x=4, y=8, r=41, fill="@shadow"),
    Disc(x=0, y=0, r=37, fill="@ball", stroke="#35332f", width=1.2),
    Path(d=SEAMS, stroke="#e4ddcd", width=4, opacity=0.35),
    Path(d=SEAMS, stroke="#3a3733", width=1.7, opacity=0.8),
    *(Disc(x=x, y=y, r=r, fill="#3a3733", opacity=0.45) for x, y, r in PITS),
)

MATAU: tuple[Shape, ...] = (
    Path(d="M10 -11V5C10 19 -12 19 -12 5V-3L-5 3", stroke=BONE, width=5.2),
    Disc(x=10, y=-14, r=3.4, stroke=BONE, width=2.6),
)
"""A hook: shank, bend, point and barb, and the eye for its line."""
BEAK = (
    "M-15 16C-18 4 -17 -7 -10 -13C-3 -18 7 -17 11 -10C17 -10 20 -5 17 2C15 -2 12 -3 8 -2C9 3 5 7 1 7C-4 8 -6 12 -5 16Z"
)
MANAIA: tuple[Shape, ...] = (Path(d=BEAK, fill=INK), Disc(x=2, y=-7, r=3, fill="#f7efdc"))
"""A bird's head in profile, its beak to the right."""


def _shade(*outlines: str) -> tuple[Shape, ...]:
    """Return a shadow in steps: cheaper to draw than a blur, for pieces that come by the dozen."""
    return tuple(Path(d=d, fill=SHADE, stroke=SHADE, width=2.5, opacity=0.24) for d in outlines)


def _tile(seat: int) -> tuple[Shape, ...]:
    fill, edge = ("@slate", BONE) if seat == 0 else ("@bone", INK)
    return (
        *_shade(diamond(2, 4, TILE + 3), diamond(2, 4, TILE + 1)),
        Path(d=diamond(0, 0, TILE), fill=fill, stroke="#14100c" if seat == 0 else "#8c7a58", width=1.5),
        Path(d=diamond(0, 0, TILE - 6), stroke=edge, width=1.6, opacity=0.8),
        Use(symbol="matau" if seat == 0 else "manaia", x=0, y=0),
    )


SIDES = {(0, 1): "n", (-1, 0): "e", (0, -1): "s", (1, 0): "w"}
"""The side of the board that a half tile lies against, by the direction into the board."""


def _half(seat: int, inward: tuple[int, int]) -> tuple[Shape, ...]:
    dx, dy = inward
    t = TILE
    triangle = f"M{-t * dy:g} {-t * dx:g}L{t * dx:g} {t * dy:g}L{t * dy:g} {t * dx:g}Z"
    shadow = f"M{-t * dy + 2:g} {-t * dx + 4:g}L{t * dx + 2:g} {t * dy + 4:g}L{t * dy + 2:g} {t * dx + 4:g}Z"
    fill, edge = ("@slate", BONE) if seat == 0 else ("@bone", INK)
    return (
        *_shade(shadow),
        Path(d=triangle, fill=fill, stroke="#14100c" if seat == 0 else "#8c7a58", width=1.5),
        Words(x=0.36 * t * dx, y=0.36 * t * dy + 8, text="½", size=27, bold=True, fill=edge),
    )


LOOKS = {"ne": (1, -1), "se": (1, 1), "sw": (-1, 1), "nw": (-1, -1)}
WARRIOR = (
    "M-5 -13L-13 -11C-16 -10 -19 -4 -20 1L-16 3L-10 -4L-7 4L-12 13L-15 24H-8L-5 15H5L8 24H15L12 13L7 4"
    "L9 -4L13 -8L18 -17L14 -19L10 -13L5 -13Z"
)
"""A man with his knees bent, one arm raised with the staff."""
STAFF = "M19 -27L12 6"


def _tane(seat: int, look: str | None) -> tuple[Shape, ...]:
    """Return the warrior on his red tile; an arrow on one side shows where he looks."""
    figure, line = ("#14171b", BONE) if seat == 0 else ("#fffdf6", INK)
    shapes: list[Shape] = list(_shade(diamond(2, 5, TILE + 5), diamond(2, 5, TILE + 2)))
    if look:
        dx, dy = LOOKS[look]
        arrow = f"M{13 * dx} {32 * dy}L{42 * dx} {42 * dy}L{32 * dx} {13 * dy}Z"
        shapes.append(Path(d=arrow, fill=BONE, stroke=OCHRE, width=2.5))
    shapes += [
        Path(d=diamond(0, 0, TILE + 3), fill="@ochre", stroke="#4d1206", width=1.5),
        Path(d=diamond(0, 0, TILE - 2), stroke=BONE, width=1.4, opacity=0.7),
        Path(d=STAFF, stroke=line, width=5.5),
        Path(d=STAFF, stroke=figure, width=2.6),
        Path(d=WARRIOR, fill=figure, stroke=line, width=1.6),
        Disc(x=0, y=-20, r=6.6, fill=figure, stroke=line, width=1.6),
    ]
    return tuple(shapes)


def symbols() -> dict[str, tuple[Shape, ...]]:
    """Return every piece by its name."""
    made = {
        "stone-black": _stone("black", "#000000"),
        "stone-white": _stone("white", "#7d7567"),
        "ball": BALL,
        "matau": MATAU,
        "manaia": MANAIA,
        "tile-black": _tile(0),
        "tile-white": _tile(1),
    }
    for seat, colour in enumerate(("black", "white")):
        made[f"tane-{colour}"] = _tane(seat, None)
        for look in LOOKS:
            made[f"tane-{colour}-{look}"] = _tane(seat, look)
        for inward, side in SIDES.items():
            made[f"half-{colour}-{side}"] = _half(seat, inward)
    return made
