"""The counters: a square of the side's colour and mark, a picture of what it is, its letters and its movement."""

from __future__ import annotations

from kemu.scene import Box, Disc, Gradient, Path, Shape, Words
from kemu.scene.letters import width_of

from ...model import catalogue as model
from ...model.catalogue import BRITISH, MAORI, NEUTRAL, QUEENITE, Catalogue

HALF = 24.0
"""Half the side of a counter at scale 1."""
SIDE = {
    BRITISH: ("#0072b2", "#04395a", "#ffffff"),
    QUEENITE: ("#009e73", "#02513b", "#ffffff"),
    MAORI: ("#d55e00", "#7a3200", "#ffffff"),
    NEUTRAL: ("#f0e442", "#8a7d0a", "#2a2503"),
}
"""Fill, border and ink of each side (Okabe and Ito); a mark in the corner tells them apart without colour."""
DEFS: tuple[Gradient, ...] = (
    Gradient(id="shine", stops=((0, "#ffffff", 0.26), (0.5, "#ffffff", 0.0), (1, "#000000", 0.16))),
)


def symbol_of(cat: Catalogue, counter: int, disrupted: bool) -> str:
    """Return the name of a counter's symbol."""
    found = cat.counters[counter]
    state = "-disrupted" if disrupted else ""
    if found.kind == model.LEADER:
        return f"leader-{found.id}{state}"
    return f"{model.SIDES[found.side]}-{model.KINDS[found.kind]}{state}"


def symbols(cat: Catalogue) -> dict[str, tuple[Shape, ...]]:
    """Return every counter's face, and how it looks while it is Disrupted."""
    drawn: dict[str, tuple[Shape, ...]] = {}
    for counter in range(len(cat.counters)):
        for disrupted in (False, True):
            name = symbol_of(cat, counter, disrupted)
            if name not in drawn:
                drawn[name] = _face(cat, counter, disrupted)
    drawn["sap"] = _sap()
    return drawn


def _face(cat: Catalogue, counter: int, disrupted: bool) -> tuple[Shape, ...]:
    found = cat.counters[counter]
    fill, border, ink = SIDE[found.side]
    paper = "#f1e9d6" if disrupted else fill
    if disrupted:
        ink = border
    side = 2 * HALF
    shapes: list[Shape] = [
        Box(x=-HALF + 2, y=-HALF + 3, w=side, h=side, r=6, fill="#0c1a22", opacity=0.4),
        Box(x=-HALF, y=-HALF, w=side, h=side, r=6, fill=paper, stroke=fill if disrupted else border, width=3),
    ]
    if disrupted:
        shapes.append(Path(d="M-20 21L21 -20M-20 5L5 -20M-5 21L21 -5", stroke=fill, width=4, opacity=0.3))
    else:
        shapes.append(Box(x=-HALF, y=-HALF, w=side, h=side, r=6, fill="@shine"))
    shapes += _mark(found.side, ink)
    if found.kind == model.LEADER:
        shapes += _leader(found.side, ink)
        short = cat.leader_of[counter].short
        size = min(13.0, 13.0 * 42 / width_of(short, 13, bold=True))
        shapes.append(Words(x=0, y=19.5, text=short, size=round(size, 1), bold=True, fill=ink))
        return tuple(shapes)
    kind = cat.kinds[found.kind]
    shapes += _picture(found.kind, ink)
    shapes.append(Words(x=-20, y=20, text=kind.mark, size=15, anchor="start", fill=ink))
    shapes.append(Words(x=20.5, y=20.5, text=str(kind.allowance), size=19, anchor="end", bold=True, fill=ink))
    if disrupted:
        shapes += [
            Disc(x=-17, y=-17, r=8, fill="#b3261e", stroke="#ffffff", width=1.4),
            Words(x=-17, y=-12, text="!", size=15, bold=True, fill="#ffffff"),
        ]
    return tuple(shapes)


def _mark(side: int, ink: str) -> list[Shape]:
    """A mark in the upper right corner: a saltire, a crown, a koru, a ring."""
    if side == BRITISH:
        return [Path(d="M12 -21L21 -12M21 -21L12 -12", stroke=ink, width=2.6, opacity=0.95)]
    if side == QUEENITE:
        return [Path(d="M11 -12L11 -20L14 -16.5L16.5 -21L19 -16.5L22 -20L22 -12Z", fill=ink, opacity=0.95)]
    if side == MAORI:
        return [Path(d="M21 -12C22 -20 12 -22 12 -16C12 -12 18 -12 17.5 -16", stroke=ink, width=2.6, opacity=0.95)]
    return [Disc(x=16.5, y=-16.5, r=4, stroke=ink, width=2.4)]


def _leader(side: int, ink: str) -> list[Shape]:
    if side == BRITISH:
        # A cocked hat with a plume, over a sword.
        return [
            Path(d="M-19 -4C-12 -18 8 -19 16 -4C7 -8 -9 -8 -19 -4Z", fill=ink),
            Path(d="M3 -13C6 -22 12 -20 10 -14", stroke="#f5c542", width=3),
            Path(d="M-18 6L12 1M6 -3L10 7", stroke=ink, width=2.4),
        ]
    # Two huia feathers, white at their tips, in a topknot.
    return [
        Path(d="M-4 5C-16 -2 -16 -14 -11 -21C-6 -14 -5 -4 -1 5Z", fill=ink, opacity=0.95),
        Path(d="M1 5C-3 -6 2 -16 8 -20C10 -11 8 -2 4 5Z", fill=ink, opacity=0.95),
        Path(d="M-13 -15C-12.5 -18 -12 -19.5 -11 -21C-9.5 -19 -8.5 -17 -8 -15Z", fill="#f5c542"),
        Path(d="M4.3 -15.5C5.5 -17.5 6.6 -19 8 -20C8.6 -18 8.9 -16.5 9 -15Z", fill="#f5c542"),
        Path(d="M-9 7.5C-3 3 5 3 10 7.5", stroke=ink, width=2.6),
    ]


STAR = "l1.7 3.4l3.7 .6l-2.7 2.7l.6 3.8l-3.3 -1.8l-3.3 1.8l.6 -3.8l-2.7 -2.7l3.7 -.6z"
HORSESHOE = "M-9 5C-15 -5 -12 -19 0 -19C12 -19 15 -5 9 5L4.5 5C9.5 -4 8 -14 0 -14C-8 -14 -9.5 -4 -4.5 5Z"


def _muskets(ink: str) -> list[Shape]:
    return [
        Path(d="M-15 3L13 -18M15 3L-13 -18", stroke=ink, width=2.6),
        Path(d="M-18 5.5l6 -5.2l3 3.2l-6 4.4zM18 5.5l-6 -5.2l-3 3.2l6 4.4z", fill=ink),
        Path(d="M13 -18l4 -3.4M-13 -18l-4 -3.4", stroke=ink, width=1.2),
    ]


def _picture(kind: int, ink: str) -> list[Shape]:
    match kind:
        case model.INFANTRY:
            return _muskets(ink)
        case model.AUSTRALIAN:
            return [
                *_muskets(ink),
                Path(d=f"M0 -22{STAR}", fill=ink),
            ]
        case model.NAVAL:
            return [
                Path(d="M0 -14V5M-7 -9H7M-12 -3C-11 5 -5 6 0 6C5 6 11 5 12 -3", stroke=ink, width=2.8),
                Disc(x=0, y=-17, r=3, stroke=ink, width=2.2),
                Path(d="M-15 -1l3 -6l4 5zM15 -1l-3 -6l-4 5z", fill=ink),
            ]
        case model.MILITIA:
            return [
                Path(d="M-14 4L12 -16", stroke=ink, width=3),
                Path(d="M-18 7l7 -6.4l3.4 3.6l-7 5.6z", fill=ink),
                Path(d="M-15 -9C-13 -16 -5 -18 -2 -11Z", fill=ink),
                Path(d="M-19 -8.5L2 -11.5", stroke=ink, width=2),
            ]
        case model.CONSTABULARY:
            return [
                Path(d="M-11 -17C-6 -15 -3 -17 0 -20C3 -17 6 -15 11 -17C12 -5 8 2 0 6C-8 2 -12 -5 -11 -17Z", fill=ink),
                Path(d=f"M0 -13{STAR}", fill="#d9a520"),
            ]
        case model.RANGER:
            return [
                Path(d="M-17 6L4 -13C8 -17 13 -18 15 -20C15 -15 13 -10 9 -7L-13 9Z", fill=ink),
                Path(d="M-18 2L-10 10", stroke=ink, width=3.2),
                Path(d="M9 5V-1M4 5H14M9 -1C3 -1 3 -7 9 -9C15 -7 15 -1 9 -1Z", stroke=ink, width=2, fill=ink),
            ]
        case model.CAVALRY:
            return [
                Path(d=HORSESHOE, fill=ink),
                Path(d="M-16 -17L16 4M11 5l6 -5", stroke=ink, width=2.2),
            ]
        case model.WARRIOR:
            # A taiaha and a patu, crossed.
            return [
                Path(d="M-14 6L9 -14", stroke=ink, width=3),
                Path(d="M7 -16L13 -22C16 -21 16.5 -18 14.5 -16L10 -11.5Z", fill=ink),
                Path(d="M5 -10.5L8.5 -13.5M3 -8.5L6 -11", stroke="#b3261e", width=2.2),
                Path(d="M13 6L6 -2C2 -6 -6 -7 -11 -14C-14 -19 -9 -22 -4 -19C3 -15 4 -8 8 -4.5L15.5 3.5Z", fill=ink),
            ]
        case model.ARTILLERY:
            return [
                Path(d="M-15 -6L14 -16L16.5 -9L-12 2Z", fill=ink),
                Disc(x=-3, y=0, r=7.5, stroke=ink, width=2.6),
                Path(d="M-3 -7.5V7.5M-10.5 0H4.5", stroke=ink, width=1.5),
            ]
        case model.GUNBOAT:
            return [
                Path(d="M-19 -3H19L14 6H-14Z", fill=ink),
                Path(d="M-11 -4V-10H6V-4ZM8 -4V-8H14V-4Z", fill=ink),
                Path(d="M-4 -10V-19H1V-10Z", fill=ink),
                Path(d="M0 -20C4 -24 8 -19 13 -22", stroke=ink, width=2.2, opacity=0.75),
            ]
        case _:
            # A waka with its tall sternpost.
            return [
                Path(d="M-20 -1C-12 3 10 3 16 -2C18 -8 16 -14 19 -20C22 -12 22 -2 17 3C10 9 -12 8 -20 -1Z", fill=ink),
                Path(d="M-10 -1L-15 -9M-4 0L-8 -10M3 0L0 -10M9 -1L7 -10", stroke=ink, width=1.9),
            ]


def _sap() -> tuple[Shape, ...]:
    return (
        Path(d="M0 20L-7 12L6 5L-6 -2L0 -8", stroke="#3a2a18", width=8),
        Path(d="M0 20L-7 12L6 5L-6 -2L0 -8", stroke="#c9a36a", width=4),
        Path(d="M-8 -6L0 -20L8 -6Z", fill="#c9a36a", stroke="#3a2a18", width=2.4),
    )
