"""The tracks and the cup that lie beside the map: Victory Points, Game Turns with their phases, and the chits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kemu.scene import Box, Disc, Layer, Path, Piece, Shape, Words

from ..model.catalogue import Catalogue
from .art.counters import SIDE
from .describe import PHASES, phase

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.scenario import Scenario
    from ..model.state import State

X, WIDE = 2008.0, 852.0
POINTS = (X, 2290.0)
TURNS = (X, 2058.0)
CUP = (X, 1660.0)
CELL = 42.0
TURN = 78.0
NAMES = tuple(dict.fromkeys(PHASES.values()))
INK, SOFT = "#3b2a18", "#7a5a34"


def shapes(cat: Catalogue, scenario: Scenario) -> Iterator[Shape]:
    """Yield what is printed: the cells of the tracks, and the cup."""
    yield from _points(cat)
    yield from _turns(scenario)
    yield from _cup()


def _panel(x: float, y: float, w: float, h: float, title: str) -> Iterator[Shape]:
    yield Box(x=x + 4, y=y + 5, w=w, h=h, r=12, fill="#0b2a36", opacity=0.25)
    yield Box(x=x, y=y, w=w, h=h, r=12, fill="@paper", stroke=SOFT, width=2.4)
    yield Words(x=x + 24, y=y + 44, text=title, size=31, bold=True, anchor="start", fill=INK)


def point_place(vp: int) -> tuple[float, float]:
    """Return the middle of a cell of the Victory Point track: the British lead to the left, the Maori to the right."""
    x, y = POINTS
    return x + WIDE / 2 - vp * CELL, y + 104


def _points(cat: Catalogue) -> Iterator[Shape]:
    x, y = POINTS
    yield from _panel(x, y, WIDE, 200, "")
    yield Words(x=x + WIDE / 2, y=y + 44, text="Victory Points", size=31, bold=True, fill=INK)
    most = cat.vp["decisive"]
    for vp in range(-most, most + 1):
        px, py = point_place(vp)
        side = 0 if vp > 0 else 2 if vp < 0 else 3
        fill, border, _ = SIDE[side]
        strong = 0.25 + 0.55 * abs(vp) / most
        yield Box(x=px - CELL / 2 + 1.5, y=py - 27, w=CELL - 3, h=54, r=5, fill="#fffaf0", stroke=border, width=1.4)
        if vp:
            yield Box(x=px - CELL / 2 + 1.5, y=py - 27, w=CELL - 3, h=54, r=5, fill=fill, opacity=round(strong, 2))
        yield Words(x=px, y=py + 9, text=str(abs(vp)), size=25, bold=True, fill="#1d1509")
    for first, last in ((2, 5), (6, 8)):
        name = next(level.name for level in reversed(cat.levels) if first >= level.points)
        for sign in (-1, 1):
            left, right = sorted((point_place(sign * first)[0], point_place(sign * last)[0]))
            yield Path(d=f"M{left - 18} {y + 146}H{right + 18}", stroke=SOFT, width=2)
            yield Words(x=(left + right) / 2, y=y + 172, text=name.split()[0], size=22, fill=INK)
    yield Words(x=x + WIDE - 24, y=y + 44, text="Maori", size=27, bold=True, anchor="end", fill=SIDE[2][1])
    yield Words(x=x + 24, y=y + 44, text="British", size=27, bold=True, anchor="start", fill=SIDE[0][1])


def turn_place(turn: int) -> tuple[float, float]:
    """Return the middle of a cell of the turn track."""
    x, y = TURNS
    return x + 260 + (turn - 1) * TURN, y + 52


def _turns(scenario: Scenario) -> Iterator[Shape]:
    x, y = TURNS
    yield from _panel(x, y, WIDE, 204, "Game Turn")
    for turn in range(1, scenario.turns + 1):
        px, py = turn_place(turn)
        yield Disc(x=px, y=py, r=30, fill="#fffaf0", stroke=SOFT, width=2)
        yield Words(x=px, y=py + 11, text=str(turn), size=31, bold=True, fill=INK)
    for i, name in enumerate(NAMES):
        px, py = phase_place(i)
        yield Box(x=px - 80, y=py - 22, w=160, h=44, r=8, fill="#f3e8c8", stroke="#b99a66", width=1.2)
        yield Words(x=px, y=py + 8, text=name.capitalize(), size=21, fill=INK)


def phase_place(i: int) -> tuple[float, float]:
    """Return the middle of the name of a phase."""
    x, y = TURNS
    return x + 92 + 167 * (i % 5), y + 118 + 52 * (i // 5)


def _cup() -> Iterator[Shape]:
    """A kete of flax, out of which the chits are drawn."""
    x, y = CUP
    yield from _panel(x, y, WIDE, 366, "Battle Dispatches")
    kx, ky = x + 130, y + 220
    yield Path(
        d=f"M{kx - 52} {ky - 78}C{kx - 60} {ky - 168} {kx + 60} {ky - 168} {kx + 52} {ky - 78}",
        stroke="#7c5a26",
        width=9,
    )
    yield Path(
        d=f"M{kx - 86} {ky - 82}C{kx - 66} {ky - 60} {kx + 66} {ky - 60} {kx + 86} {ky - 82}L{kx + 72} {ky + 86}"
        f"C{kx + 50} {ky + 104} {kx - 50} {ky + 104} {kx - 72} {ky + 86}Z",
        fill="#d8b566",
        stroke="#5b4020",
        width=3,
    )
    weave = ""
    for i in range(7):
        left = kx - 76 + 23 * i
        weave += f"M{left} {ky - 60}L{left - 26} {ky + 92}M{left + 14} {ky - 60}L{left + 36} {ky + 92}"
    yield Path(d=weave, stroke="#9a7430", width=5, opacity=0.55)
    for i in range(5):
        yield Path(d=f"M{kx - 78 + 2 * i} {ky - 34 + 30 * i}H{kx + 78 - 2 * i}", stroke="#8a6424", width=4, opacity=0.5)
    yield Disc(x=kx, y=ky + 8, r=44, fill="#fffaf0", stroke="#5b4020", width=2.4)


PER_ROW = 8


def moving(game: MaoriWars, state: State) -> tuple[tuple[Piece, ...], Layer]:
    """Return what moves on them: the two markers, the chits that were drawn; and what is written there now."""
    cat = game.cat
    scenario = game.scenario(state)
    vx, vy = point_place(max(-cat.vp["decisive"], min(cat.vp["decisive"], state.vp)))
    tx, ty = turn_place(state.turn)
    pieces = [
        Piece(id="vp-marker", symbol="marker", x=vx, y=vy, label=f"Victory Points: {_lead(state)}", z=5),
        Piece(id="turn-marker", symbol="marker", x=tx, y=ty, label=f"Turn {state.turn} of {scenario.turns}", z=5),
    ]
    gone = [n for n in range(1, len(cat.chits) + 1) if n not in {*state.cup, *state.aside, *scenario.out}]
    x, y = CUP
    for i, number in enumerate((*state.aside, *gone)):
        chit = cat.chits[number - 1]
        row, column = divmod(i, PER_ROW)
        pieces.append(
            Piece(
                id=f"drawn-{number}",
                symbol="chit" if chit.returns else "chit-gone",
                x=x + 286 + 66 * column,
                y=y + 98 + 64 * row,
                label=f"Chit {number}, {chit.title}: {chit.text}",
                badge=str(number),
            )
        )
    texts: list[Shape] = [
        Words(x=x + 130, y=y + 246, text=str(len(state.cup)), size=50, bold=True, fill="#3b2a18"),
    ]
    now = phase(state)
    if now in NAMES:
        px, py = phase_place(NAMES.index(now))
        fill, _, _ = SIDE[0 if state.seat == 0 else 2]
        texts.append(Box(x=px - 80, y=py - 22, w=160, h=44, r=8, stroke=fill, width=5))
    return tuple(pieces), Layer(name="tracks", shapes=tuple(texts), above=False)


def _lead(state: State) -> str:
    return f"{abs(state.vp)} to the {'British' if state.vp > 0 else 'Maori'}" if state.vp else "0"


def symbols() -> dict[str, tuple[Shape, ...]]:
    """Return the marker of both tracks, and the two faces of a chit."""
    ring = (
        Disc(x=0, y=0, r=31, stroke="#ffffff", width=10, opacity=0.9),
        Disc(x=0, y=0, r=31, stroke="#b3261e", width=6),
    )
    chit = (
        Disc(x=1.5, y=2.5, r=26, fill="#0c1a22", opacity=0.35),
        Disc(x=0, y=0, r=26, fill="#f6ecd0", stroke="#5b4020", width=2.4),
        Path(d="M-14 -8H14L0 4ZM-14 -8V10H14V-8", stroke="#7a5a34", width=2),
    )
    star = Words(x=-15, y=-6, text="✱", size=20, bold=True, fill="#b3261e")
    return {"marker": ring, "chit": chit, "chit-gone": (*chit, star)}
