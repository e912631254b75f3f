"""What is drawn and is no piece: the lines of sight, the winning pattern, the last stone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.parts.bits import bits
from kemu.scene import Disc, Gradient, Layer, Path, Shape

from ...model.board import Line
from ...rules.tane import barred, seen_by_second
from .plan import HOLLOW, PITCH, TILE, Plan, diamond
from .symbols import LOOKS

if TYPE_CHECKING:
    from ...model.state import State, TaneAt

BARRED, OPEN, GOLD = "#c92f0b", "#00795a", "#ffd21f"

DEFS: tuple[Gradient, ...] = (
    Gradient(
        id="win",
        radial=True,
        stops=((0, "#fff7c2", 1), (0.62, "#ffe066", 0.95), (0.8, "#ffc400", 0.55), (1, "#ffb000", 0)),
    ),
)


def sights(plan: Plan, state: State) -> tuple[tuple[int, ...], ...]:
    """Return what each Tane sees, in the order in which they came."""
    board, tanes = plan.board, state.tanes
    first = [board.sight(tane.beach, tane.look) for tane in tanes[:1]]
    return (*first, *(seen_by_second(board, tanes[0], tane) for tane in tanes[1:]))


def sight_layer(plan: Plan, state: State) -> Layer:
    """Draw each Tane's line as far as he sees, a cross on each beach that is barred, a frame where two lines meet."""
    lines = sights(plan, state)
    shapes = [shape for tane, seen in zip(state.tanes, lines, strict=True) for shape in _line(plan, tane, len(seen))]
    closed = barred(plan.board, state.tanes)
    for beach in sorted({beach for seen in lines for beach in seen}):
        x, y = plan.beaches[beach]
        if closed >> beach & 1:
            cross = f"M{x - 7:g} {y - 7:g}l14 14M{x + 7:g} {y - 7:g}l-14 14"
            shapes.append(Path(d=diamond(x, y, 24), fill="#f6dcb6", stroke=BARRED, width=2.5))
            shapes.append(Path(d=cross, stroke=BARRED, width=3.5))
        else:
            shapes.append(Path(d=diamond(x, y, TILE + 2), fill="#ecc78f", stroke=OPEN, width=5))
    return Layer(name="sight", shapes=tuple(shapes), above=False)


def _line(plan: Plan, tane: TaneAt, seen: int) -> list[Shape]:
    """Draw a line over so many beaches; if it would go on but for the other Tane, a bar ends it."""
    (x, y), (dx, dy) = plan.beaches[tane.beach], LOOKS[tane.look]
    cut = seen < len(plan.board.sight(tane.beach, tane.look))
    length = (seen + 0.36 * cut) * PITCH
    ex, ey = x + dx * length, y + dy * length
    d = f"M{x:g} {y:g}L{ex:g} {ey:g}"
    shapes: list[Shape] = [
        Path(d=d, stroke=BARRED, width=26, opacity=0.22),
        Path(d=d, stroke=BARRED, width=3, dash="1 9"),
    ]
    if cut:
        bar = f"M{ex - 14 * dx:g} {ey + 14 * dy:g}L{ex + 14 * dx:g} {ey - 14 * dy:g}"
        shapes.append(Path(d=bar, stroke=BARRED, width=6))
    return shapes


def pattern_layers(plan: Plan, state: State) -> tuple[Layer, ...]:
    """Light the winning lines: a golden path under the stones, a ring on each of them."""
    if not state.pattern:
        return ()
    won = [line for line in plan.board.lines(state.ball) if any(line.mask & own == line.mask for own in state.stones)]
    d = "".join(_way(plan, line) for line in won)
    places = [plan.hollows[hollow] for hollow in bits(state.pattern)]
    glow: list[Shape] = [
        Path(d=d, stroke=GOLD, width=34, opacity=0.6, blur=8),
        *(Disc(x=x, y=y, r=58, fill="@win") for x, y in places),
        Path(d=d, stroke="#8a5a00", width=11, opacity=0.8),
        Path(d=d, stroke="#ffe98a", width=7),
    ]
    rings = tuple(Disc(x=x, y=y, r=HOLLOW + 2, stroke=GOLD, width=5.5) for x, y in places)
    return Layer(name="pattern-glow", shapes=tuple(glow), above=False), Layer(name="pattern", shapes=rings)


def _way(plan: Plan, line: Line) -> str:
    """Return a winning line as a path: round the beach, or straight."""
    places = [plan.hollows[hollow] for hollow in bits(line.mask)]
    if line.way == "tahuna":
        low, left, right, high = places
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in (low, left, high, right)) + "Z"
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in places)


def last_layer(plan: Plan, state: State) -> tuple[Layer, ...]:
    """Mark the last stone with a ring in the other colour."""
    if state.last < 0:
        return ()
    x, y = plan.hollows[state.last]
    mark = "#ffffff" if state.stones[0] >> state.last & 1 else "#16181c"
    return (
        Layer(
            name="last",
            shapes=(Disc(x=x, y=y, r=12, stroke=mark, width=4.5), Disc(x=x, y=y, r=3.8, fill=mark)),
        ),
    )
