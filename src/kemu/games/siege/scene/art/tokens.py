"""Tokens: one symbol for each sort of figure, an inch across, told apart by shape as well as by colour."""

from __future__ import annotations

from kemu.scene import Box, Disc, Path, Shape

BLUE, VERMILION, GOLD, INK = "#0072b2", "#d55e00", "#f0c419", "#1f1a14"


def _base(colour: str, rim: str) -> tuple[Shape, ...]:
    return (
        Disc(x=3, y=4, r=24, fill="#000000", opacity=0.3, blur=2.5),
        Disc(x=0, y=0, r=24, fill=colour, stroke=rim, width=2.5),
        Disc(x=-6, y=-7, r=11, fill="#ffffff", opacity=0.16),
    )


def _cap(fill: str) -> tuple[Shape, ...]:
    """A head with a cap, from above."""
    return (Disc(x=0, y=1, r=9, fill="#f1c9a5", stroke=INK, width=1.2), Path(d="M-10 0a10 9 0 0 1 20 0z", fill=fill))


RIFLE = Path(d="M13 16L-9 -19M-9 -19l-3 -4", stroke=INK, width=3.6)
SYMBOLS: dict[str, tuple[Shape, ...]] = {
    "man": (*_base(BLUE, "#003f63"), RIFLE, *_cap("#f5f1e6")),
    "officer": (
        *_base(BLUE, GOLD),
        Disc(x=0, y=0, r=20.5, stroke=GOLD, width=2.5),
        Path(d="M-13 15L14 -16", stroke="#f4f4f4", width=3.2),
        *_cap("#ffffff"),
        Path(d="M0 9l2.4 5 5.4 .6 -4 3.8 1.1 5.4 -4.9 -2.7 -4.9 2.7 1.1 -5.4 -4 -3.8 5.4 -.6z", fill=GOLD),
    ),
    "trooper": (
        *_base(BLUE, "#003f63"),
        Path(d="M-14 12q4 -22 14 -22q14 0 14 22", stroke="#5b3a1d", width=7),
        *_cap("#f5f1e6"),
    ),
    "officer-mounted": (
        *_base(BLUE, GOLD),
        Path(d="M-14 12q4 -22 14 -22q14 0 14 22", stroke="#5b3a1d", width=7),
        *_cap("#ffffff"),
        Path(d="M0 11l2 4 4.6 .5 -3.4 3.2 1 4.6 -4.2 -2.3 -4.2 2.3 1 -4.6 -3.4 -3.2 4.6 -.5z", fill=GOLD),
    ),
    "gunner": (*_base("#3a6ea5", "#12304d"), Box(x=-15, y=9, w=30, h=6, r=3, fill="#4a4a4a"), *_cap("#39424a")),
    "boxers": (
        *_base(VERMILION, "#7a3300"),
        Path(d="M-14 -15L14 15M-9 -17l-8 5", stroke="#f3eee2", width=4),
        Disc(x=0, y=0, r=8, fill="#e6b58c", stroke=INK, width=1.2),
        Path(d="M-9 -1a9 9 0 0 1 18 0l-4 -3 -5 2 -5 -2z", fill="#b3202c"),
    ),
    "muskets": (
        *_base(VERMILION, "#7a3300"),
        Path(d="M15 15L-13 -18", stroke=INK, width=4.4),
        Path(d="M6 14l9 3", stroke="#7b5733", width=5),
        Disc(x=0, y=0, r=8, fill="#e6b58c", stroke=INK, width=1.2),
        Path(d="M-9 0a9 9 0 0 1 18 0z", fill="#2d2d2d"),
    ),
    "tigers": (
        *_base("#f0a01e", "#6b3c00"),
        Path(d="M-17 -10l11 4M-20 1l12 1M-16 12l10 -4M17 -10l-11 4M20 1l-12 1M16 12l-10 -4", stroke=INK, width=3.6),
        Disc(x=0, y=0, r=8, fill="#e6b58c", stroke=INK, width=1.2),
        Path(d="M-9 -2a9 9 0 0 1 18 0l-3 -4 -3 3 -3 -3 -3 3 -3 -3z", fill="#d9a400", stroke=INK, width=1),
    ),
    "riders": (
        *_base(VERMILION, "#7a3300"),
        Path(d="M-14 12q4 -22 14 -22q14 0 14 22", stroke="#4a2c14", width=7),
        Disc(x=0, y=1, r=8, fill="#e6b58c", stroke=INK, width=1.2),
        Path(d="M-9 0a9 9 0 0 1 18 0z", fill="#b3202c"),
    ),
    "gun": (
        *_base("#b04a00", "#5c2700"), Box(x=-15, y=9, w=30, h=6, r=3, fill="#4a4a4a"),
        Disc(x=0, y=0, r=8, fill="#e6b58c", stroke=INK, width=1.2), Path(d="M-9 0a9 9 0 0 1 18 0z", fill="#2d2d2d")),
    "jingals": (
        *_base("#b04a00", "#5c2700"),
        Path(d="M18 17L-15 -20", stroke="#2b2b2b", width=7),
        Disc(x=0, y=0, r=8, fill="#e6b58c", stroke=INK, width=1.2),
        Path(d="M-9 0a9 9 0 0 1 18 0z", fill="#b3202c"),
    ),
    "machine-gun": (
        Disc(x=3, y=4, r=24, fill="#000000", opacity=0.3, blur=2.5),
        Disc(x=0, y=0, r=24, fill="#6f7f8c", stroke="#27313a", width=2.5),
        Path(d="M-14 12L0 -2L14 12", stroke="#2f2a24", width=4.5),
        Path(d="M0 10V-30", stroke="#20262b", width=8),
        Path(d="M0 -18V-33", stroke="#5b6670", width=5),
    ),
    "field-gun": (
        Disc(x=3, y=4, r=24, fill="#000000", opacity=0.3, blur=2.5),
        Disc(x=0, y=0, r=24, fill="#8a5a3a", stroke="#3d2413", width=2.5),
        Disc(x=-14, y=2, r=8, stroke="#2b1a0d", width=4),
        Disc(x=14, y=2, r=8, stroke="#2b1a0d", width=4),
        Path(d="M0 14V-30", stroke="#3c3c3c", width=9),
    ),
    "counter": (Disc(x=0, y=0, r=10, fill="#c58a2b", stroke="#6b4710", width=2), Disc(x=0, y=0, r=4, fill="#8a5c14")),
    "shell": (Path(d="M-6 10V-4q0 -8 6 -12q6 4 6 12V10z", fill="#c9b04a", stroke="#6b5a10", width=2),),
    "card": (Box(x=-17, y=-24, w=34, h=48, r=5, fill="#fffdf6", stroke="#7a7160", width=2),),
    "column": (Path(d="M-2 22V-22h4V22zM2 -20h20l-6 7 6 7H2z", fill="#b3202c", stroke="#5c0f16", width=1.5),),
}  # fmt: skip


def symbol_of(kind: str, *, squad: bool, officer: bool, mounted: bool, crew: bool) -> str:
    """Return the symbol of a figure."""
    if squad:
        if mounted:
            return "officer-mounted" if officer else "trooper"
        return "officer" if officer else "man"
    if crew:
        return "gunner"
    return kind if kind in SYMBOLS else "boxers"
