"""What is drawn over the map for a moment: the designated area, the hex that is fought for, what a march costs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from kemu.core.pending import Decide
from kemu.scene import Disc, Layer, Path, Shape, Use, Words

from ..model.actions import Go
from ..model.catalogue import Catalogue
from ..rules.boats import reach
from ..rules.combat import Declaring, SingleCombat
from ..rules.movement import Going, path, paths
from ..rules.raids import RaidFight, Raiding
from ..rules.supply import BritishSupply, supplied
from ..rules.transport import Sailing
from .art.ground import UNIT, boundary, hexagon, middle

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

EDGE = "#7b2d8b"
FIGHT = "#b3261e"
SUPPLIED = "#0072b2"
MANY = 8
MARCHES = (("Marches of the British", "#0072b2"), ("Marches of the Māori", "#d55e00"))
TINTS = ("#56b4e9", "#e69f00", "#009e73", "#f0e442", "#cc79a7", "#0072b2", "#d55e00", "#7f7f7f")


@lru_cache(maxsize=16)
def _edge(cat: Catalogue, territories: frozenset[int]) -> str:
    return boundary(cat, frozenset(h for h in range(cat.n) if cat.territory[h] in territories))


def area(cat: Catalogue, territories: frozenset[int]) -> tuple[Layer, ...]:
    """Return the edge of the designated area."""
    d = _edge(cat, territories)
    shapes: tuple[Shape, ...] = (
        Path(d=d, stroke="#ffffff", width=5, opacity=0.5),
        Path(d=d, stroke=EDGE, width=2.2, opacity=0.85, dash="1 5"),
    )
    return (Layer(name="area", shapes=shapes, above=False),)


def fought(game: MaoriWars, state: State) -> tuple[Layer, ...]:
    """Return marks of the combats and raids that go on: the hex that is attacked, and arrows from who attack it."""
    cat = game.cat
    shapes: list[Shape] = []
    for frame in state.stack:
        starts: set[int] = set()
        if isinstance(frame, SingleCombat):
            at, starts = frame.at, {start for _, start in frame.band}
        elif isinstance(frame, Declaring):
            at, starts = frame.at, {state.where[unit] for unit in frame.chosen}
        elif isinstance(frame, Raiding):
            at, starts = frame.at, {state.where[unit] for unit in frame.band}
        elif isinstance(frame, RaidFight):
            at, starts = frame.place, {state.where[unit] for unit in frame.band}
        else:
            continue
        if at < 0:
            continue
        shapes.append(Path(d=hexagon(cat, at, 0.98), stroke="#ffffff", width=6, opacity=0.8))
        shapes.append(Path(d=hexagon(cat, at, 0.98), stroke=FIGHT, width=3, dash="7 4"))
        for start in sorted(starts):
            if start >= 0 and cat.distance(start, at) == 1:
                shapes += _arrow(cat, start, at)
    return (Layer(name="fight", shapes=tuple(shapes)),) if shapes else ()


def _arrow(cat: Catalogue, start: int, at: int) -> Iterator[Shape]:
    (x1, y1), (x2, y2) = middle(cat, start), middle(cat, at)
    long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    ax, ay = x1 + 0.36 * long * ux, y1 + 0.36 * long * uy
    bx, by = x1 + 0.7 * long * ux, y1 + 0.7 * long * uy
    d = (
        f"M{ax - 4 * uy:.1f} {ay + 4 * ux:.1f}L{bx - 4 * uy - 6 * ux:.1f} {by + 4 * ux - 6 * uy:.1f}"
        f"l{-5 * uy:.1f} {5 * ux:.1f}L{bx + 6 * ux:.1f} {by + 6 * uy:.1f}"
        f"L{bx + 9 * uy - 6 * ux:.1f} {by - 9 * ux - 6 * uy:.1f}l{-5 * uy:.1f} {5 * ux:.1f}"
        f"L{ax + 4 * uy:.1f} {ay - 4 * ux:.1f}Z"
    )
    yield Path(d=d, fill=FIGHT, stroke="#ffffff", width=1.6, opacity=0.92)


def paid(game: MaoriWars, state: State) -> dict[int, int]:
    """Return what it costs the counter that moves now to come to each hex within its reach."""
    top = state.stack[-1]
    if isinstance(top, Going):
        return {to: cost for to, (cost, _) in top.reach(game, state).items()}
    return reach(game, state, top.boat).costs() if isinstance(top, Sailing) else {}


def paths_to(game: MaoriWars, state: State) -> dict[str, str]:
    """Return the way on foot to each hex within reach, as a line from where the counters stand."""
    top = state.stack[-1]
    if not isinstance(top, Going):
        return {}
    cat, found = game.cat, top.reach(game, state)
    start = state.where[top.units[0]]
    points = {to: [middle(cat, at) for at in (start, *path(found, to))] for to in found}
    return {cat.label[to]: "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in way) for to, way in points.items()}


def costs(game: MaoriWars, state: State, decide: Decide) -> tuple[Layer, ...]:
    """Return what it costs to come to each hex that may be chosen, on a disc in its corner."""
    cat = game.cat
    found = paid(game, state)
    shapes: list[Shape] = []
    for action in decide.options:
        if isinstance(action, Go) and cat.hex_of[action.to] in found:
            h = cat.hex_of[action.to]
            x, y = middle(cat, h)
            x, y = x - 0.34 * UNIT, y - 0.26 * UNIT
            shapes.append(Disc(x=x, y=y, r=7.5, fill="#fffaf0", stroke="#0072b2", width=1.4))
            shapes.append(Words(x=x, y=y + 4.2, text=str(found[h]), size=12.5, bold=True))
    return (Layer(name="costs", shapes=tuple(shapes)),) if shapes else ()


def open_to(cat: Catalogue, hexes: frozenset[int]) -> tuple[Layer, ...]:
    """Return the hexes that may be chosen as one area, if they are many: outlined one by one they would not be seen."""
    if len(hexes) < MANY:
        return ()
    d = boundary(cat, hexes)
    shapes = (Path(d=d, fill="#ffffff", opacity=0.3), Path(d=d, stroke="#0b5a4a", width=3.4, opacity=0.9))
    return (Layer(name="open", shapes=shapes, above=False),)


def in_supply(game: MaoriWars, state: State) -> tuple[Layer, ...]:
    """Return the hexes that are in British supply: while it is asked who goes without, else on demand."""
    asked = isinstance(state.stack[-1], BritishSupply)
    return _tinted(game.cat, "supply", frozenset(supplied(game, state)), SUPPLIED, "" if asked else "British supply")


def marches(game: MaoriWars, state: State) -> tuple[Layer, ...]:
    """Return how far each side could march on foot from where it stands, on demand."""
    found: list[Layer] = []
    for seat, (button, colour) in enumerate(MARCHES):
        seen: set[tuple[int, int]] = set()
        hexes: set[int] = set()
        for unit, at in enumerate(state.where):
            key = (at, game.cat.kind[unit])
            if at < 0 or game.units.camp[unit] != seat or game.units.boat[unit] or key in seen:
                continue
            seen.add(key)
            hexes |= {at, *paths(game, state, unit, at, game.units.allowance[unit])}
        found += _tinted(game.cat, f"marches-{seat}", frozenset(hexes), colour, button)
    return tuple(found)


def _tinted(cat: Catalogue, name: str, hexes: frozenset[int], colour: str, button: str) -> tuple[Layer, ...]:
    shape = Path(d=boundary(cat, hexes), fill=colour, stroke=colour, width=5, opacity=0.36)
    return (Layer(name=name, shapes=(shape,), above=False, button=button),) if hexes else ()


LANDS = Layer(name="lands", shapes=(Use(symbol="lands", x=0, y=0),), above=False, button="Territories")


def lands(cat: Catalogue) -> dict[str, tuple[Shape, ...]]:
    """Return the territories of the bush, tinted, as a symbol that never changes: they are shown on demand."""
    return {
        "lands": tuple(
            Path(d=_edge(cat, frozenset([t])), fill=tint, stroke="#3a2c14", width=3, opacity=0.42)
            for t, tint in zip(range(len(cat.territories)), TINTS, strict=True)
        )
    }
