"""The counters: a square of the side's colour, a picture of what it is, its strength and its plus."""

from __future__ import annotations

from kemu.scene import Box, Disc, Gradient, Path, Shape, Words
from kemu.scene.letters import width_of

from ...model.catalogue import Catalogue
from ...model.kitfile import SEATS, Counter

HALF = 26.0
"""Half the side of a counter."""
PLATE = 46.0
"""How wide a leader's name may be."""
SIDE = {
    "kamehameha": ("#b5460f", "#7c2d06", "#ffffff"),
    "allied": ("#0a639c", "#063e63", "#ffffff"),
    "kauai": ("#ecd24a", "#8a7410", "#231d02"),
}
"""Fill, border and ink of each side. The kinds differ by picture, the sides by colour and by the mark in the corner."""
DEFS: tuple[Gradient, ...] = (
    Gradient(id="shine", stops=((0, "#ffffff", 0.28), (0.5, "#ffffff", 0.0), (1, "#000000", 0.16))),
)


DIE = (("#e6e1d5", "#5a5348"), ("#f0a202", "#1c1c1c"), ("#b3261e", "#ffffff"))
"""Fill and ink of a die that has fallen: no effect, panic, elimination."""
_L, _M, _R = -5.2, 0.0, 5.2
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_M, _M),),
    2: ((_L, _L), (_R, _R)),
    3: ((_L, _L), (_M, _M), (_R, _R)),
    4: ((_L, _L), (_R, _L), (_L, _R), (_R, _R)),
    5: ((_L, _L), (_R, _L), (_M, _M), (_L, _R), (_R, _R)),
    6: ((_L, _L), (_R, _L), (_L, _M), (_R, _M), (_L, _R), (_R, _R)),
}


def symbol_of(counter: Counter, ally: int = -1) -> str:
    """Return the name of a counter's symbol; `ally` is the seat that Kauaʻi has joined, or -1."""
    joined = f"-of-{ally}" if counter.side == "kauai" and ally >= 0 else ""
    if counter.kind == "leader":
        return f"unit-{counter.id}{joined}"
    return f"{counter.side}-{counter.kind}-{counter.strength}{'e' if counter.elite else ''}{joined}"


def symbols(cat: Catalogue) -> dict[str, tuple[Shape, ...]]:
    """Return every counter's face, and its back for when it has panicked."""
    drawn: dict[str, tuple[Shape, ...]] = {}
    for counter in cat.counters:
        for ally in (-1, 0, 1) if counter.side == "kauai" else (-1,):
            name = symbol_of(counter, ally)
            if name not in drawn:
                drawn[name] = _face(counter, ally)
                drawn[f"{name}-back"] = _back(counter, ally)
    drawn["die-left"] = (
        Box(x=-6, y=-6, w=12, h=12, r=2.5, fill="#fffdf5", opacity=0.5, stroke="#21303a", width=1.2, dash="2 2"),
    )
    for result, (fill, ink) in enumerate(DIE):
        for face, pips in PIPS.items():
            drawn[f"die-{face}-{result}"] = (
                Box(x=-9.5, y=-9.5, w=19, h=19, r=3.5, fill=fill, stroke="#21303a", width=1.2),
                *(Disc(x=x, y=y, r=2.1, fill=ink) for x, y in pips),
            )
    return drawn


def _face(counter: Counter, ally: int) -> tuple[Shape, ...]:
    fill, border, ink = SIDE[counter.side]
    edge = "#f5c542" if counter.elite else border
    shapes: list[Shape] = [
        Box(x=-HALF + 2, y=-HALF + 3, w=2 * HALF, h=2 * HALF, r=6, fill="#0c1a22", opacity=0.35, blur=1.5),
        Box(x=-HALF, y=-HALF, w=2 * HALF, h=2 * HALF, r=6, fill=fill, stroke=edge, width=2.6),
        Box(x=-HALF, y=-HALF, w=2 * HALF, h=2 * HALF, r=6, fill="@shine"),
    ]
    shapes += _picture(counter, ink)
    leader = counter.kind == "leader"
    if leader:
        # Over the helmet's lower edge: below it stands the name.
        shapes.append(Words(x=-13, y=11, text=str(counter.strength), size=25, bold=True, fill=ink, halo=fill))
    elif counter.strength:
        shapes.append(Words(x=-11, y=21, text=str(counter.strength), size=29, bold=True, fill=ink))
    if counter.elite:
        shapes.append(Words(x=4, y=10 if leader else 17, text="+", size=22, bold=True, fill="#ffe08a"))
    shapes += _corner(counter.side, ink) if ally < 0 else _joined(ally)
    if leader:
        shapes += _name_plate(counter.name, border)
    return tuple(shapes)


def tag_of(name: str) -> str:
    """Return a leader's name as a counter has room for it: the last word, or its beginning up to a vowel.

    >>> tag_of("John Young"), tag_of("Kalanikūpule"), tag_of("Kaʻiana"), tag_of("Kamehameha")
    ('Young', 'Kalani', 'Kaʻiana', 'Kame')
    """
    last = name.split()[-1]
    if width_of(last, 13.5, bold=True) <= PLATE:
        return last
    ends = [n for n in range(3, len(last)) if last[n - 1] in "aeiou" and width_of(last[:n], 15, bold=True) <= PLATE]
    return last[: max(ends, default=3)]


def _name_plate(name: str, fill: str) -> list[Shape]:
    """A leader's name along the foot of his counter."""
    tag = tag_of(name)
    size = min(16.0, 16 * PLATE / width_of(tag, 16, bold=True))
    return [
        Path(d="M-24.5 12.5H24.5V20Q24.5 24.5 20 24.5H-20Q-24.5 24.5 -24.5 20Z", fill=fill, opacity=0.85),
        Words(x=0, y=23, text=tag, size=round(size, 1), bold=True, fill="#ffffff"),
    ]


def _back(counter: Counter, ally: int) -> tuple[Shape, ...]:
    """A panicked unit shows its back: pale, struck through."""
    fill, border, _ = SIDE[counter.side]
    return (
        Box(x=-HALF, y=-HALF, w=2 * HALF, h=2 * HALF, r=6, fill="#efe6d2", stroke=border, width=2.6),
        Path(d="M-18 18L18 -18", stroke=fill, width=7, opacity=0.55),
        *_picture(counter, border),
        *(
            (Words(x=-11, y=21, text=str(counter.strength), size=25, bold=True, fill=border),)
            if counter.strength
            else ()
        ),
        *(_joined(ally) if ally >= 0 else ()),
        Words(x=14, y=22, text="!", size=26, bold=True, fill="#a01212"),
    )


def _corner(side: str, ink: str) -> list[Shape]:
    """A mark of the side that needs no colour: a triangle, a disc, a bar."""
    if side == "kamehameha":
        return [Path(d="M15 -23L23 -23L23 -15Z", fill=ink, opacity=0.9)]
    if side == "allied":
        return [Disc(x=19, y=-19, r=4, fill=ink, opacity=0.9)]
    return [Box(x=13, y=-22, w=10, h=4, fill=ink, opacity=0.9)]


def _joined(ally: int) -> list[Shape]:
    """Round a counter of Kauaʻi the colour of the side that it has joined, and that side's mark on its corner."""
    side = SEATS[ally]
    fill, _, ink = SIDE[side]
    return [
        Box(x=-HALF, y=-HALF, w=2 * HALF, h=2 * HALF, r=6, stroke=fill, width=6),
        Path(d=f"M4 {-HALF}L{HALF} {-HALF}L{HALF} -4Z", fill=fill),
        *_corner(side, ink),
    ]


def _picture(counter: Counter, ink: str) -> list[Shape]:
    if counter.kind == "leader":
        # A mahiole: the crested feather helmet of a chief.
        return [
            Path(d="M-13 1C-13 -10 -7 -15 1 -15C9 -15 12 -9 12 -2L6 -2C5 -7 2 -9 -2 -8C-7 -7 -8 -3 -8 1Z", fill=ink),
            Path(
                d="M-17 -3C-17 -18 -6 -23 4 -22C12 -21 16 -15 17 -10C11 -17 4 -18 -2 -17C-10 -16 -13 -10 -13 -3Z",
                fill="#ffd24a",
            ),
        ]
    if counter.kind == "warriors":
        spears = (
            ["M-13 1L11 -19", "M13 1L-11 -19"] if not counter.elite else ["M-14 1L6 -20", "M14 1L-6 -20", "M0 2L0 -21"]
        )
        heads = (
            ["M11 -19l5 -4l-2 6z", "M-11 -19l-5 -4l2 6z"]
            if not counter.elite
            else ["M6 -20l4 -3l-1 5z", "M-6 -20l-4 -3l1 5z", "M-3 -18L0 -25L3 -18Z"]
        )
        return [
            *(Path(d=d, stroke=ink, width=2.6) for d in spears),
            *(Path(d=d, fill=ink, stroke=ink, width=1.5) for d in heads),
        ]
    if counter.kind == "pikes":
        return [
            Path(d="M-12 2L-12 -15M-4 2L-4 -17M4 2L4 -17M12 2L12 -15", stroke=ink, width=2.2),
            Path(
                d="M-14.5 -14l2.5 -8l2.5 8zM-6.5 -16l2.5 -8l2.5 8zM1.5 -16l2.5 -8l2.5 8zM9.5 -14l2.5 -8l2.5 8z",
                fill=ink,
            ),
        ]
    if counter.kind == "musketeers":
        return [
            Path(d="M-17 0L-8 -8L-5 -5L-12 3Z", fill=ink),
            Path(d="M-9 -7L15 -20", stroke=ink, width=3.2),
            Path(d="M-7 -5l3 5", stroke=ink, width=2),
        ]
    if counter.kind == "cannon":
        return [
            Path(d="M-14 -8L13 -17L15 -10L-11 0Z", fill=ink),
            Disc(x=-4, y=0, r=6.5, fill="none", stroke=ink, width=2.4),
            Disc(x=-4, y=0, r=1.6, fill=ink),
        ]
    if counter.kind == "canoe":
        return [
            Path(d="M-19 8C-12 16 12 16 19 8C10 12 -10 12 -19 8Z", fill=ink, stroke=ink, width=1.5),
            Path(
                d="M-2 9C-14 -2 -13 -14 -9 -20C-5 -12 -3 -3 -1 8C3 -3 8 -10 15 -15C15 -5 9 4 1 9Z",
                fill=ink,
                opacity=0.92,
            ),
        ]
    return [Path(d="M-18 8L-12 -6L-6 8L0 -6L6 8L12 -6L18 8Z", fill=ink, stroke=ink, width=1.5)]
