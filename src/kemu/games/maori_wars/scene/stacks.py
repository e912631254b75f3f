"""Where counters lie within a hex: in piles of equals, side by side, so that all are seen and no name is covered."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from kemu.scene import Piece

from ..model import catalogue as model
from ..model.catalogue import Catalogue
from ..rules.combat import Declaring
from ..rules.movement import Going
from ..rules.transport import Sailing
from .art import bush as small
from .art import counters, structures
from .art.ground import UNIT, middle

if TYPE_CHECKING:
    from ..model.state import State

ROOM = (0.8, 0.42)
"""How much of a hex, across and down, counters may take up under a Structure; the name's line lies below."""
OPEN_ROOM = (0.8, 0.76)
CROWDED, CROWDED_ROOM = 4, (0.9, 0.58)
"""From this many piles they take up some of the Structure's own room."""
FOOT = 0.39
"""Counters end so far below the middle of their hex: below begins the name of the place."""
LARGEST = 0.48
GAP = 0.94
"""How much of its slot a counter fills."""
PILE = 0.045
"""How far the counters of a pile are shifted, in parts of a counter."""
PICKED = "✓"
"""On the counters that have been picked for what goes on."""
BUSH_SLOT = 36.0
ORDER = {model.LEADER: 9, model.ARTILLERY: 5, model.GUNBOAT: 7, model.CANOE: 8}


def pieces(cat: Catalogue, state: State) -> tuple[Piece, ...]:
    """Return every Structure and counter on the map and in the bush."""
    found = [_structure(cat, site) for site in state.sites]
    sites = {site[0] for site in state.sites}
    places: dict[int, list[int]] = {}
    for counter, at in enumerate(state.where):
        if at >= 0 or at <= -10:
            places.setdefault(at, []).append(counter)
    picked = picked_out(state)
    for at, here in sorted(places.items()):
        if at >= 0:
            found += _in_hex(cat, state, at, here, at in sites or cat.town[at], picked)
        else:
            found += _in_bush(cat, state, -10 - at, here)
    return tuple(found)


def site_id(cat: Catalogue, h: int) -> str:
    """Return the id of the piece of a Structure."""
    return f"site-{cat.label[h]}"


def _structure(cat: Catalogue, site: Sequence[int]) -> Piece:
    h, kind, side, disrupted = site[0], site[1], site[2], bool(site[3])
    x, y = middle(cat, h)
    name = f"{model.SIDE_NAMES[side]} {model.STRUCTURES[kind].capitalize()}"
    return Piece(
        id=site_id(cat, h),
        symbol=structures.symbol_of(kind, side, disrupted),
        x=x,
        y=y - 0.12 * UNIT,
        label=f"{name}, {cat.where(h)}" + (", Disrupted" if disrupted else ""),
        scale=0.64,
        area=cat.label[h],
    )


def picked_out(state: State) -> tuple[int, ...]:
    """Return the counters that have been picked for what goes on: who moves together, is on board, or attacks."""
    top = state.stack[-1]
    if isinstance(top, Going):
        return top.units
    if isinstance(top, Sailing):
        return top.aboard
    return top.chosen if isinstance(top, Declaring) else ()


def piles(cat: Catalogue, state: State, here: Sequence[int], picked: Container[int] = ()) -> list[list[int]]:
    """Return equal counters together: of one side and kind, both good or both Disrupted, both picked or not. Leaders
    come last."""
    groups: dict[tuple[int, int, int, bool, bool], list[int]] = {}
    for counter in here:
        kind, side = cat.kind[counter], cat.side[counter]
        alone = counter if kind == model.LEADER else -1
        key = (ORDER.get(kind, 0), side * 100 + kind, alone, bool(state.disrupted >> counter & 1), counter in picked)
        groups.setdefault(key, []).append(counter)
    return [groups[key] for key in sorted(groups)]


def fitted(n: int, room: tuple[float, float]) -> tuple[float, int]:
    """Return how large a slot may be so that n of them have room, and how many stand in a row."""
    best, columns = 0.0, 1
    for across in range(1, n + 1):
        size = min(room[0] / across, room[1] / -(-n // across), LARGEST)
        if size > best + 1e-9:
            best, columns = size, across
    return best, columns


def _in_hex(cat: Catalogue, state: State, h: int, here: list[int], built: bool, picked: Container[int]) -> list[Piece]:
    x, y = middle(cat, h)
    groups = piles(cat, state, here, picked)
    room = OPEN_ROOM if not built else CROWDED_ROOM if len(groups) >= CROWDED else ROOM
    size, columns = fitted(len(groups), room)
    rows = -(-len(groups) // columns)
    if built:
        last = y + UNIT * (FOOT - size / 2)
    else:
        last = y + UNIT * min(FOOT - size / 2, size * (rows - 1) / 2)
    found: list[Piece] = []
    for slot, group in enumerate(groups):
        row, column = divmod(slot, columns)
        in_row = min(columns, len(groups) - row * columns)
        px = x + UNIT * size * (column - (in_row - 1) / 2)
        py = last - UNIT * size * (rows - 1 - row)
        found += _pile(cat, state, group, px, py, UNIT * size * GAP, cat.label[h], slot, picked)
    return found


def _in_bush(cat: Catalogue, state: State, t: int, here: list[int]) -> list[Piece]:
    x, y = small.middles(cat)[t]
    groups = piles(cat, state, here)
    found: list[Piece] = []
    for slot, group in enumerate(groups):
        row, column = divmod(slot, 3)
        in_row = min(3, len(groups) - row * 3)
        px = x + BUSH_SLOT * 1.35 * (column - (in_row - 1) / 2)
        py = y + BUSH_SLOT * 1.35 * row
        found += _pile(cat, state, group, px, py, BUSH_SLOT * 1.25, f"bush-{cat.territories[t]}", slot)
    return found


def _pile(
    cat: Catalogue,
    state: State,
    group: list[int],
    x: float,
    y: float,
    size: float,
    area: str,
    slot: int,
    picked: Container[int] = (),
) -> list[Piece]:
    """Return a pile; the one that is offered for all its equals, the first, lies on top."""
    found: list[Piece] = []
    where = f"the bush of {cat.territory_names[cat.territory_index[area[5:]]]}" if area.startswith("bush") else area
    if area in cat.hex_of:
        where = cat.where(cat.hex_of[area])
    badge = " ".join((PICKED if group[0] in picked else "", f"×{len(group)}" if len(group) > 1 else "")).strip()
    for height, counter in enumerate(reversed(group)):
        hurt = bool(state.disrupted >> counter & 1)
        top = height == len(group) - 1
        off = size * PILE * (height - (len(group) - 1) / 2)
        found.append(
            Piece(
                id=cat.counters[counter].id,
                symbol=counters.symbol_of(cat, counter, hurt),
                x=x + off,
                y=y - off,
                label=f"{cat.counters[counter].name}, {where}" + (", Disrupted" if hurt else ""),
                scale=size / (2 * counters.HALF + 3) * (1 - PILE * (len(group) - 1)),
                z=10 + slot * 20 + height,
                badge=badge if top else "",
                area=area,
            )
        )
    return found
