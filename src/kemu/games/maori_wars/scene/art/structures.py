"""The Structures: palisades, houses and walls, with their side's pennant."""

from __future__ import annotations

from kemu.scene import Box, Disc, Path, Shape, Words

from ...model import catalogue as model
from ...model.catalogue import BRITISH, MAORI, NEUTRAL, QUEENITE
from .counters import SIDE

WIDE, HIGH = 30.0, 20.0
"""Half the width of a Structure, and its height over the ground, at scale 1."""
SMOKE = "M-16 -8C-24 -14 -12 -18 -18 -26M-8 -8C-14 -14 -4 -18 -9 -26"
BASTIONS = "M-24 -3V-13H-20V-10H-16V-13H-12V-3ZM12 -3V-13H16V-10H20V-13H24V-3Z"
WOOD, DARK, THATCH, WALL, ROOF = "#8a5a2b", "#3b2412", "#c9a65f", "#f3ead6", "#a1452f"


def symbol_of(structure: int, side: int, disrupted: bool) -> str:
    """Return the name of a Structure's symbol."""
    return f"{model.SIDES[side]}-{model.STRUCTURES[structure]}{'-disrupted' if disrupted else ''}"


def symbols() -> dict[str, tuple[Shape, ...]]:
    """Return every Structure of every side that may have it."""
    drawn: dict[str, tuple[Shape, ...]] = {}
    sides = {
        model.VILLAGE: (MAORI, QUEENITE, NEUTRAL),
        model.PA: (MAORI, QUEENITE, NEUTRAL),
        model.SETTLEMENT: (BRITISH,),
        model.FORT: (BRITISH,),
    }
    for structure, owners in sides.items():
        for side in owners:
            for disrupted in (False, True):
                drawn[symbol_of(structure, side, disrupted)] = _drawn(structure, side, disrupted)
    return drawn


def _drawn(structure: int, side: int, disrupted: bool) -> tuple[Shape, ...]:
    fill, border, _ = SIDE[side]
    ground = Path(d="M-33 8C-33 -3 33 -3 33 8C33 17 -33 17 -33 8Z", fill=fill, stroke=border, width=1, opacity=0.6)
    built = {
        model.VILLAGE: _village,
        model.PA: _pa,
        model.SETTLEMENT: _settlement,
        model.FORT: _fort,
    }[structure]()
    mast = -1.0 if structure in (model.PA, model.FORT) else 18.0
    pennant = [
        Path(d=f"M{mast} 0V-22", stroke=DARK, width=1.8),
        Path(d=f"M{mast} -22L{mast + 15} -17.5L{mast} -12Z", fill=fill, stroke=border, width=1.4),
    ]
    harm: list[Shape] = []
    if disrupted:
        harm = [
            Path(d=SMOKE, stroke="#4a4a4a", width=3.4, opacity=0.7),
            Disc(x=-24, y=-17, r=8, fill="#b3261e", stroke="#ffffff", width=1.4),
            Words(x=-24, y=-12, text="!", size=15, bold=True, fill="#ffffff"),
        ]
    return (ground, *pennant, *built, *harm)


def _village() -> list[Shape]:
    """Three whare."""
    shapes: list[Shape] = []
    for x, s in ((-17.0, 0.85), (17.0, 0.85), (0.0, 1.1)):
        shapes += [
            Box(x=x - 9 * s, y=8 - 13 * s, w=18 * s, h=13 * s, fill=WOOD, stroke=DARK, width=1.2),
            Path(
                d=f"M{x - 13 * s:.1f} {8 - 10 * s:.1f}L{x:.1f} {8 - 24 * s:.1f}L{x + 13 * s:.1f} {8 - 10 * s:.1f}Z",
                fill=THATCH,
                stroke=DARK,
                width=1.4,
            ),
            Box(x=x - 3 * s, y=8 - 8 * s, w=6 * s, h=8 * s, fill=DARK),
        ]
    return shapes


def _pa() -> list[Shape]:
    """Two lines of palisades with their tall posts, and the gate."""
    back = "".join(f"M{x} -6v-10" for x in range(-22, 23, 5))
    front = "".join(f"M{x} 10v{-17 if i % 3 == 0 else -13}" for i, x in enumerate(range(-27, 28, 4)))
    heads = "".join(f"M{x - 1.6} -8.5a1.6 1.6 0 1 1 3.2 0a1.6 1.6 0 1 1 -3.2 0" for x in range(-27, 28, 12))
    return [
        Path(d=back, stroke="#6b4420", width=3),
        Path(d="M-25 -8H25", stroke=DARK, width=1.6),
        Path(d="M-29 10C-31 -2 -27 -10 -22 -12L22 -12C27 -10 31 -2 29 10Z", fill="#9a7440", opacity=0.85),
        Path(d=front, stroke=WOOD, width=3.2),
        Path(d="M-29 1H29M-29 6H29", stroke=DARK, width=1.5),
        Path(d=heads, fill="#b3261e"),
        Path(d="M-6 10V-7L0 -13L6 -7V10Z", fill="#b3261e", stroke=DARK, width=1.4),
        Path(d="M-2.6 10V-1H2.6V10Z", fill=DARK),
    ]


def _settlement() -> list[Shape]:
    """A cottage, a barn, and a fenced field."""
    return [
        Path(d="M-30 10H30M-30 6H-22M22 6H30", stroke=WOOD, width=1.8),
        Path(d="M-29 12v-8M-24 12v-8M24 12v-8M29 12v-8", stroke=WOOD, width=2),
        Box(x=-19, y=-6, w=20, h=15, fill=WALL, stroke=DARK, width=1.3),
        Path(d="M-22 -5L-9 -18L4 -5Z", fill=ROOF, stroke=DARK, width=1.3),
        Path(d="M0 -8V-17H4V-5Z", fill="#7a6a5a", stroke=DARK, width=1),
        Path(d="M-11 9V1H-6V9Z", fill=DARK),
        Box(x=5, y=-1, w=15, h=10, fill="#d9c39a", stroke=DARK, width=1.2),
        Path(d="M3 0L12.5 -9L22 0Z", fill="#8d6a3a", stroke=DARK, width=1.2),
    ]


def _fort() -> list[Shape]:
    """A redoubt: bastions at the corners, an earth wall between them."""
    return [
        Path(d="M-31 11L-26 -3L-17 0L17 0L26 -3L31 11Z", fill="#a8916a", stroke=DARK, width=1.4),
        Path(d=BASTIONS, fill="#cbb892", stroke=DARK, width=1.3),
        Path(d="M-12 0V-9H12V0Z", fill="#b9a47c", stroke=DARK, width=1.3),
        Path(d="M-31 11H31", stroke=DARK, width=2),
        Path(d="M-4 11V3C-4 -2 4 -2 4 3V11Z", fill=DARK),
    ]
