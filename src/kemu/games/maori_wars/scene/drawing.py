"""The picture of a game of Maori Wars: the island, the bush beside it, who stands where, and what can be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from kemu.core.game import View
from kemu.core.pending import Action, Decide
from kemu.scene import Box, Layer, Path, Piece, Scene, Selectable, Shape, Zone

from ..model.actions import (
    Advance,
    Arrange,
    Bombard,
    Build,
    Carry,
    Choose,
    Done,
    EnterBush,
    Go,
    Join,
    Load,
    OneHex,
    Receive,
    Take,
    Uproot,
)
from ..model.catalogue import FORT, STRUCTURES, Catalogue
from ..model.island import OCEAN, TERRAIN
from ..odds.lines import foretell
from ..rules.advance import Advancing
from ..rules.board import BUSH
from ..rules.movement import Going
from ..rules.setup_changes import Changing
from . import tracks
from .art import bush, cartouche, counters, plate, structures
from .art.ground import HEIGHT, UNIT, WIDTH, hexagon, middle
from .describe import describe
from .overlays import LANDS, area, costs, fought, in_supply, lands, marches, open_to, paths_to
from .panels import in_bush, panels
from .stacks import pieces, piles

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

FEW = 8
"""A counter stands for its ways, too, if there are no more than so many: they are listed when it is touched."""
SEEN = 2
"""Ocean hexes so near to land can be pointed at."""


def scene(game: MaoriWars, view: View[State], decide: Decide | None) -> Scene:
    """Return the picture of a view."""
    cat, state = game.cat, view.state
    scenario = game.scenario(state)
    markers, written = tracks.moving(game, state)
    placed = (*pieces(cat, state), *_sap(cat, state), *markers)
    return Scene(
        title=f"{scenario.title}, {scenario.years}: turn {state.turn} of {scenario.turns}",
        width=WIDTH,
        height=HEIGHT,
        defs=(*plate.DEFS, *counters.DEFS),
        symbols=_symbols(cat),
        base=_base(cat, scenario.id),
        layers=(
            written,
            *area(cat, scenario.area),
            *in_supply(game, state),
            *marches(game, state),
            LANDS,
            *fought(game, state),
            *(open_to(cat, _hexes(cat, decide)) if decide else ()),
            *(costs(game, state, decide) if decide else ()),
            Layer(name="names", shapes=_names(cat)),
        ),
        zones=_zones(cat),
        pieces=placed,
        panels=panels(game, state, {counter_of(cat, action) for action in decide.options} if decide else set[str]()),
        selectable=tuple(_choices(game, view, decide, placed)) if decide else (),
        text=describe(game, state),
        look=Box(x=0, y=0, w=WIDTH, h=HEIGHT) if decide and _in_bush(cat, state, decide) else focus(cat, scenario.id),
    )


@lru_cache(maxsize=4)
def _symbols(cat: Catalogue) -> dict[str, tuple[Shape, ...]]:
    return {**counters.symbols(cat), **structures.symbols(), **tracks.symbols(), **lands(cat)}


@lru_cache(maxsize=16)
def _base(cat: Catalogue, scenario: str) -> tuple[Shape, ...]:
    found = cat.scenarios[scenario]
    return (*_land(cat), *bush.shapes(cat), *cartouche.shapes(found), *tracks.shapes(cat, found))


@lru_cache(maxsize=4)
def _land(cat: Catalogue) -> tuple[Shape, ...]:
    return plate.base(cat)


@lru_cache(maxsize=4)
def _names(cat: Catalogue) -> tuple[Shape, ...]:
    return plate.names(cat)


@lru_cache(maxsize=4)
def _zones(cat: Catalogue) -> tuple[Zone, ...]:
    """Return a zone for every hex that a counter may come to, and for the bush of every territory."""
    near: set[int] = set(cat.land)
    for _ in range(SEEN):
        near |= {other for h in near for other in cat.neighbours[h] if other >= 0}
    hexes = tuple(
        Zone(id=cat.label[h], label=_hex_label(cat, h), outline=Path(d=hexagon(cat, h, 0.96)))
        for h in range(cat.n)
        if h in near
    )
    return (*hexes, *bush.zones(cat))


def _hex_label(cat: Catalogue, h: int) -> str:
    ground = TERRAIN[cat.terrain[h]]
    if cat.terrain[h] == OCEAN:
        return f"{cat.label[h]}, ocean"
    extra = [
        what for what, there in (("coast", cat.coastal[h]), ("river", cat.river[h]), ("Town", cat.town[h])) if there
    ]
    return ", ".join([cat.where(h), ground, *extra, cat.territory_names[cat.territory[h]]])


@lru_cache(maxsize=16)
def focus(cat: Catalogue, scenario: str) -> Box:
    """Return the part of the picture where a scenario happens: the whole island is too small to read."""
    found = cat.scenarios[scenario]
    hexes = {h for entry in (*found.entries, *found.arrivals) for h in (entry.hexes if entry.where == "map" else ())}
    hexes |= {h for h in range(cat.n) if cat.territory[h] in found.area and cat.name[h]}
    places = [middle(cat, h) for h in hexes]
    left, right = min(x for x, _ in places) - UNIT, max(x for x, _ in places) + UNIT
    top, low = min(y for _, y in places) - UNIT, max(y for _, y in places) + UNIT
    return Box(x=left, y=top, w=right - left, h=low - top)


def _sap(cat: Catalogue, state: State) -> Iterator[Piece]:
    """Yield the Sap Marker, its arrow towards its Pa."""
    if not state.sap or state.sap[1] < 0:
        return
    at, to = state.sap
    x, y = middle(cat, at)
    turn = 60.0 * cat.grid.direction(at, to)
    px, py = middle(cat, to)
    yield Piece(
        id="sap",
        symbol="sap",
        x=x + 0.3 * (px - x),
        y=y + 0.3 * (py - y),
        label=f"The sap at {cat.where(at)}, towards {cat.where(to)}",
        rotate=turn,
        scale=0.5,
        z=900,
        area=cat.label[at],
    )


# -- choices -------------------------------------------------------------------------------------------------


def counter_of(cat: Catalogue, action: Action) -> str:
    """Return the counter that an action names, or '': a dispatch's guns are nobody's."""
    for field in ("unit", "leader", "gun", "canoe"):
        name: str = getattr(action, field, "")
        if name in cat.index:
            return name
    return ""


def place_of(cat: Catalogue, action: Action) -> str:
    """Return the zone that an action names, or ''."""
    name: str = getattr(action, "to", "") or getattr(action, "at", "")
    if isinstance(action, Choose):
        name = action.what
    elif isinstance(action, Uproot):
        return ""  # Its piece stands for it.
    elif isinstance(action, Bombard):
        name = action.what.partition(" ")[2]
    if name in cat.hex_of:
        return name
    return f"bush-{name}" if name in cat.territory_index else ""


def _in_bush(cat: Catalogue, state: State, decide: Decide) -> bool:
    """Tell whether the raiders' map beside the island is needed: who is in the bush is asked for, and no hex is."""
    top = state.stack[-1]
    if isinstance(top, Changing) and top.item < 0:
        return False
    counters_named = [cat.index[name] for action in decide.options if (name := counter_of(cat, action))]
    return not _hexes(cat, decide) and any(state.where[counter] <= BUSH for counter in counters_named)


def _hexes(cat: Catalogue, decide: Decide) -> frozenset[int]:
    """Return the hexes that may be chosen."""
    places = {place_of(cat, action) for action in decide.options}
    return frozenset(cat.hex_of[place] for place in places if place in cat.hex_of)


def _choices(game: MaoriWars, view: View[State], decide: Decide, placed: tuple[Piece, ...]) -> Iterator[Selectable]:
    """Yield what stands for each option: a counter, a hex, the bush of a territory; else it is a button."""
    cat, state = game.cat, view.state
    options = tuple(decide.options)
    known = {piece.id for piece in placed}
    often: dict[str, int] = {}
    hexes: set[str] = set()
    standing: set[str] = set()
    for action in options:
        unit, place = counter_of(cat, action), place_of(cat, action)
        if place:
            hexes.add(place)
            often[unit] = often.get(unit, 0) + 1
        elif unit:
            standing |= {unit, *_twins(game, state, unit, options)}
    ways = paths_to(game, state)
    several = len({unit for unit in often if unit}) > 1
    lying: dict[str, list[str]] = {}
    for piece in placed:
        if piece.id not in standing and piece.area in hexes:
            lying.setdefault(piece.area, []).append(piece.id)
    for number, action in enumerate(options):
        unit, place = counter_of(cat, action), place_of(cat, action)
        also: list[str] = []
        if place:
            target = place
            also += [piece for piece in lying.get(place, ()) if piece != unit]
            if unit and (often[unit] <= FEW or (several and often[unit] <= 2 * FEW)):
                also.append(unit)
        elif isinstance(action, Choose):
            target = action.what if action.what in cat.index else ""
        elif isinstance(action, Uproot):
            target = f"site-{action.at}"
        elif unit:
            target = unit
            also += _twins(game, state, unit, options)
        else:
            target = ""
        yield Selectable(
            option=number,
            label=game.label(view, action),
            target=target,
            notation=game.notation(action),
            ghost=_ghost(cat, state, unit, place),
            odds="\n".join(foretell(game, state, action)),
            warns=_warns(cat, state, action),
            path=ways.get(place, "") if isinstance(action, Go | OneHex) else "",
            picks=isinstance(action, Take | Uproot | Carry | Load | Join | Receive),
            to=_goes_to(cat, state, action),
            leads=isinstance(action, Arrange) or (isinstance(action, Done) and isinstance(state.stack[-1], Changing)),
            also=(*dict.fromkeys(one for one in also if one in known and one != target), *_listed(game, state, target)),
        )


def _listed(game: MaoriWars, state: State, target: str) -> tuple[str, ...]:
    """Return the item that stands for a counter in the bush, beside its piece: that of the first of its equals."""
    at = state.where[game.cat.index[target]] if target in game.cat.index else 0
    if at > BUSH:
        return ()
    here = [unit for unit, there in enumerate(state.where) if there == at]
    pile = next(pile for pile in piles(game.cat, state, here) if game.cat.index[target] in pile)
    return (in_bush(game.cat.counters[pile[0]].id),)


def _goes_to(cat: Catalogue, state: State, action: Action) -> str:
    """Return the zone that a counter goes to where its answer does not name it."""
    top = state.stack[-1]
    if isinstance(action, Advance) and isinstance(top, Advancing):
        return cat.label[top.at]
    if isinstance(action, EnterBush):
        return f"bush-{cat.territories[cat.territory[state.where[cat.index[action.unit]]]]}"
    return ""


def _ghost(cat: Catalogue, state: State, unit: str, place: str) -> Piece | None:
    """Return the counter that goes to a hex as it would stand there."""
    top = state.stack[-1]
    index = cat.index[unit] if unit else top.units[0] if isinstance(top, Going) else -1
    if index < 0 or place not in cat.hex_of:
        return None
    x, y = middle(cat, cat.hex_of[place])
    symbol = counters.symbol_of(cat, index, bool(state.disrupted >> index & 1))
    return Piece(id="ghost", symbol=symbol, x=x, y=y, label=cat.counters[index].name, scale=0.44, opacity=0.6)


def _warns(cat: Catalogue, state: State, action: Action) -> str:
    """Say that the point a Fort costs gives the game away."""
    fort = isinstance(action, Build) and STRUCTURES.index(action.what) == FORT
    lost = fort and state.vp + cat.vp["fort_built"] <= -cat.vp["decisive"]
    return "The Victory Point that it costs ends the game: you lose it." if lost else ""


def _twins(game: MaoriWars, state: State, unit: str, options: tuple[Action, ...]) -> tuple[str, ...]:
    """Return the equals of a counter in its place that are not offered themselves: a click on them means the same."""
    cat = game.cat
    index = cat.index[unit]
    offered = {counter_of(cat, action) for action in options}
    pool = cat.pool.get((cat.side[index], cat.kind[index]), ())
    return tuple(
        cat.counters[other].id
        for other in pool
        if other != index
        and state.where[other] == state.where[index]
        and (state.disrupted >> other & 1) == (state.disrupted >> index & 1)
        and cat.counters[other].id not in offered
    )
