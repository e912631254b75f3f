"""The picture of a game of Hawaii, 1795: what lies where, and what can be chosen."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.game import View
from kemu.core.pending import Action, Decide, Over
from kemu.parts.bits import bits
from kemu.scene import Box, Layer, Path, Piece, Scene, Selectable, Shape, Zone

from ..model.actions import Attack, Done, Hold, Land, Launch, Load, Lose, Place, Retreat, Sail, Use, Walk, counter_of
from ..model.catalogue import MONTHS, Catalogue
from ..model.events import side_does
from ..rules.board import own, place_of, shifted
from ..rules.fight import Fight, other_way
from ..rules.movement import Loading, Moving
from ..rules.recruiting import Recruiting
from ..rules.sea import LaunchFleet
from ..rules.victory import about_to_win, undoing
from .art import counters, plate
from .art.battlefield import battlefield, joined, on_battlefield
from .art.coast import WHERE, path, space_ring
from .describe import describe
from .panels import panels
from .prospects import prospect

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State

PITCH = 66.0
SCALE = 1.17
"""Counters on the map are larger than on the battle map: there is room, and phones are small."""
PILE = 3.0
SLOTS = 80
"""A space has fewer piles than this: the first lies over the next, whose corner its number may cover."""
PLANK = 5.0
"""How far the hull of a canoe that is being loaded stands out round its counters."""
HULL = "#4a2c17"
ANCHOR: dict[str, tuple[tuple[float, ...], float, int]] = {
    "kona": ((640, 706, 772), 626, 1),
    "hilo": ((866, 932), 626, 1),
    "maui": ((752, 818, 884, 950), 352, 1),
    "molokai": ((634, 700, 766, 832), 214, 1),
    "waikiki": ((300, 366, 432), 264, 1),
    "koolau": ((418, 484, 550), 186, -1),
    "kauai": ((62, 128, 194, 260), 130, 1),
}
"""For each space the columns of its counters, the first row, and whether further rows go down or up."""
NOWHERE = ((60.0, 116.0, 172.0), 420.0, 1)
"""The same for a space that the map does not show."""
HIGHEST, LOWEST = 54.0, 806.0
"""Between these lie the middles of all counters on the map."""
LAST: dict[str, float] = {"maui": 490.0, "molokai": 282.0, "waikiki": 412.0, "kauai": 412.0}
"""The middle of the last row of a space, where another space or the battle map lies below it."""
WIDE: dict[str, float] = {"molokai": 5.3, "hilo": 2.4}
"""How many counters of full size have room beside one another, where the sea on the right is free."""
SIZES = (1.0, 0.9, 0.8, 0.72, 0.65, 0.58, 0.5, 0.42)
"""Where there are many counters they are smaller, and more stand in a row."""
IN_A_SPACE = (Place, Land, Attack, Retreat)
"""What is chosen by its space."""


def scene(game: Hawaii, view: View[State], decide: Decide | None) -> Scene:
    """Return the picture of a view."""
    cat, state = game.cat, view.state
    length = "long" if state.settings.length == "long" else "short"
    pieces = _pieces(game, state)
    return Scene(
        title=f"{game.title}, the {length} game: {MONTHS[state.month - 1]}",
        width=plate.WIDTH,
        height=plate.HEIGHT,
        defs=(*plate.DEFS, *counters.DEFS),
        symbols=_symbols(cat),
        base=_base(cat),
        layers=(*_hull(game, state, pieces), *battlefield(game, state)),
        zones=_zones(cat),
        pieces=pieces,
        panels=panels(game, state),
        selectable=_choices(game, view, decide) if decide else (),
        text=describe(game, state),
    )


@lru_cache(maxsize=4)
def _symbols(cat: Catalogue) -> dict[str, tuple[Shape, ...]]:
    return counters.symbols(cat)


@lru_cache(maxsize=4)
def _base(cat: Catalogue) -> tuple[Shape, ...]:
    return plate.base(cat)


@lru_cache(maxsize=4)
def _zones(cat: Catalogue) -> tuple[Zone, ...]:
    """Return a zone for every space, in the shape of its land."""
    return tuple(
        Zone(id=space.id, label=space.name, outline=Path(d=path(space_ring(space.id, space.island))))
        for space in cat.spaces
        if space.island in WHERE
    )


# -- pieces --------------------------------------------------------------------------------------------------


def _aboard(state: State) -> int:
    """Return who is on board at the moment, and the canoes that were taken for it."""
    top = state.stack[-1]
    if isinstance(top, Loading):
        return top.load | 1 << top.canoe
    return top.fleet if isinstance(top, LaunchFleet) else 0


def _pieces(game: Hawaii, state: State) -> tuple[Piece, ...]:
    cat = game.cat
    fighting = on_battlefield(game, state)
    pieces = list(fighting.values())
    places = state.places
    top = state.stack[-1]
    if isinstance(top, Loading) and top.load:
        # The canoe has come to where it picks up: it is shown there, with those whom it carries.
        places = shifted(places, 1 << top.canoe, top.at)
    for at, space in enumerate(cat.spaces):
        here = places[at]
        for unit in fighting:
            here &= ~(1 << unit)
        pieces += _stack(game, state, space.id, here)
    return tuple(pieces)


def _stack(game: Hawaii, state: State, space: str, here: int) -> list[Piece]:
    """Return the counters of a space: equal ones in a pile, each side in rows of its own, who is on board apart."""
    cat = game.cat
    columns, top, step = ANCHOR.get(space, NOWHERE)
    load = _aboard(state)
    moved = state.walked | state.rode | state.sailed
    groups: list[list[int]] = []
    """Piles that keep to rows of their own, each as the set of its counters."""
    for side in (own(game, state, 0), own(game, state, 1), ~own(game, state, 0) & ~own(game, state, 1)):
        mine = here & side
        ashore = sorted(cat.distinct(mine & ~load), key=lambda unit: (cat.canoes >> unit & 1, unit))
        afloat = sorted(cat.distinct(mine & load), key=lambda unit: (~cat.canoes >> unit & 1, unit))
        piles = [mine & ~load & cat.alike[kind] for kind in ashore]
        aboard = [mine & load & cat.alike[kind] for kind in afloat]
        groups += [group for group in (piles, aboard) if group]
    size, across, rows = _fitted(space, groups, load)
    pitch = min(PITCH * size, _room(space) / max(1, rows - 1))
    left = columns[0] - PITCH * (1 - size) / 2
    pieces: list[Piece] = []
    for slot, units in _slots(groups, load, across):
        x, y = left + PITCH * size * (slot % across), top + step * pitch * (slot // across)
        # On top, where a click finds it, lies the one that is offered for all its equals.
        pile = sorted(bits(units), key=lambda unit: (-(moved >> unit & 1), -unit))
        for height, unit in enumerate(pile):
            counter = cat.counters[unit]
            riding = load >> unit & 1
            pieces.append(
                Piece(
                    id=counter.id,
                    symbol=counters.symbol_of(counter, state.kauai),
                    x=x + PILE * height,
                    y=y - PILE * height,
                    label=f"{cat.shown(unit)}, {cat.spaces[cat.space[space]].name}{joined(game, state, unit)}"
                    + ("" if not riding else ", taken" if cat.canoes >> unit & 1 else ", on board"),
                    scale=SCALE * size,
                    z=(SLOTS - slot) * 20 + height,
                    badge=f"×{len(pile)}" if height == len(pile) - 1 and len(pile) > 1 else "",
                    area=space,
                )
            )
    return pieces


def _room(space: str) -> float:
    """Return how far the last row of a space may lie from the first."""
    _, top, step = ANCHOR.get(space, NOWHERE)
    return LAST.get(space, LOWEST) - top if step > 0 else top - HIGHEST


def _slots(groups: list[list[int]], load: int, across: int) -> list[tuple[int, int]]:
    """Return where each pile lies, counted in rows of so many. A side begins a row, and so does a canoe with its load
    if they do not fit into what is left of one."""
    found: list[tuple[int, int]] = []
    slot = 0
    for group in groups:
        if not group[0] & load or slot % across + len(group) > across:
            slot += -slot % across
        for units in group:
            found.append((slot, units))
            slot += 1
    return found


def _fitted(space: str, groups: list[list[int]], load: int) -> tuple[float, int, int]:
    """Return how large the counters of a space are, how many piles there are in a row, and how many rows.

    As large as their number allows: rows may touch, but none covers the strengths and numbers of another.
    """
    columns, _, _ = ANCHOR.get(space, NOWHERE)
    side = 2 * counters.HALF * SCALE
    size, across, rows = 1.0, len(columns), 1
    for size in SIZES:
        across = int(WIDE.get(space, len(columns)) / size) if size < 1 else len(columns)
        rows = 1 + max((slot for slot, _ in _slots(groups, load, across)), default=0) // across
        if (rows - 1) * side * size <= _room(space):
            break
    return size, across, rows


def _hull(game: Hawaii, state: State, pieces: tuple[Piece, ...]) -> tuple[Layer, ...]:
    """Return the hull round a canoe that is being loaded and those on board: they are seen to belong together."""
    aboard = set(game.cat.ids[_aboard(state)])
    rows: dict[tuple[str, int], list[Piece]] = {}
    for piece in pieces:
        if piece.id in aboard:
            foot = round(piece.y + PILE * (piece.z % 20))
            rows.setdefault((piece.area, foot), []).append(piece)
    shapes: list[Shape] = []
    for row in rows.values():
        half = counters.HALF * row[0].scale
        left, right = min(piece.x for piece in row) - half, max(piece.x for piece in row) + half
        top, low = min(piece.y for piece in row) - half, max(piece.y for piece in row) + half
        keel, prow = low + 2.5 * PLANK, 3 * PLANK
        d = (
            f"M{left - prow:.1f} {low - 20:.1f}Q{left:.1f} {keel:.1f} {left + 24:.1f} {keel:.1f}"
            f"H{right - 24:.1f}Q{right:.1f} {keel:.1f} {right + prow:.1f} {low - 20:.1f}Z"
        )
        w, h = right - left + 2 * PLANK, low - top + PLANK
        shapes += [
            Path(d=d, fill=HULL, stroke="#f3ead2", width=2),
            Box(x=left - PLANK, y=top - PLANK, w=w, h=h, r=11, fill=HULL),
        ]
    return (Layer(name="aboard", shapes=tuple(shapes), above=False),) if shapes else ()


# -- choices -------------------------------------------------------------------------------------------------


def _choices(game: Hawaii, view: View[State], decide: Decide) -> tuple[Selectable, ...]:
    choices: list[Selectable] = []
    standing: set[str] = set(game.cat.ids[_aboard(view.state)])
    for action in decide.options:
        if not isinstance(action, IN_A_SPACE):
            standing |= {_target(action), *_twins(game, view.state, decide, action)}
    for number, action in enumerate(decide.options):
        label, notation = game.label(view, action), game.notation(action)
        odds = prospect(game, view.state, decide, action)
        target = _target(action)
        if isinstance(action, IN_A_SPACE):
            # Counters hide the space that they lie in: who stands for nothing else stands for it.
            here = game.cat.ids[view.state.places[game.cat.space[action.at]]]
            also = tuple(counter for counter in here if counter not in standing)
            if isinstance(action, Place):
                # Who is placed lies in the box, as one for all its equals: there, too, it can be chosen.
                also += _in_box(game, view.state, action.unit)
        else:
            also = _twins(game, view.state, decide, action)
        warns = _warns(game, view.state, decide, action)
        choices.append(
            Selectable(
                option=number,
                label=label,
                target=target,
                notation=notation,
                odds=odds,
                warns=warns,
                also=also,
                picks=isinstance(action, Sail | Load | Launch),
                to=_over_land(game, view.state, action) if isinstance(action, Walk) else "",
            )
        )
    return tuple(choices)


def _over_land(game: Hawaii, state: State, walk: Walk) -> str:
    """Return the space that a counter walks to."""
    cat = game.cat
    return cat.spaces[cat.other[place_of(state.places, 1 << cat.index[walk.unit])]].id


def _in_box(game: Hawaii, state: State, unit: str) -> tuple[str, ...]:
    """Return the item of the Recruit Box that shows a counter."""
    cat = game.cat
    box = state.places[place_of(state.places, 1 << cat.index[unit])]
    return tuple(cat.counters[shown].id for shown in cat.distinct(box & cat.alike[cat.index[unit]]))


def _warns(game: Hawaii, state: State, decide: Decide, action: Action) -> str:
    """Say that a loss ends the game, where another unit could take it; or that to do no more gives it away."""
    if isinstance(action, Done | Land | Walk | Place):
        return _gives_away(game, state, decide.seat, action)
    if not isinstance(action, Lose) or len(decide.options) == 1:
        return ""
    if not game.cat.chiefs[decide.seat] >> game.cat.index[action.unit] & 1:
        return ""
    after, _ = game.apply(state, action)
    ended = game.pending(after)
    return "This ends the game: you lose it." if isinstance(ended, Over) and ended.winner != decide.seat else ""


def _gives_away(game: Hawaii, state: State, seat: int, action: Action) -> str:
    """Say that the others win by occupation if the movement ends with this answer, as the last one does by itself."""
    cat, other = game.cat, 1 - seat
    win = side_does(other, "win").replace("The", "the", 1)
    near = about_to_win(game, state, other)
    if cat.kauai and state.kauai < 0 and not near and isinstance(action, Land):
        joined = replace(state, kauai=other)  # Attacked while it is neutral, it joins the other side (R17).
        if cat.space[action.at] == cat.kauai_space and about_to_win(game, joined, other):
            return f"Attacked, Kauaʻi takes the other side. If it holds, {win} by occupation."
    if not near:
        return ""
    after = state
    if not isinstance(action, Done):
        after, _ = game.apply(state, action)
        ended = game.pending(after)
        if isinstance(ended, Over):
            return f"Then {win} by occupation." if ended.winner == other else ""
        if any(isinstance(frame, Moving | Loading | Recruiting) for frame in after.stack):
            return ""
    return f"Then {win} by occupation." if not undoing(game, after, seat) else ""


def _twins(game: Hawaii, state: State, decide: Decide, action: Action) -> tuple[str, ...]:
    """Return the counters that are equal to an offered one, in the same place: a click on them means the same."""
    name = counter_of(action)
    if name is None:
        return ()
    cat = game.cat
    unit = cat.index[name]
    offered = 0
    for option in decide.options:
        other = counter_of(option)
        offered |= 1 << cat.index[other] if other else 0
    top = state.stack[-1]
    marks = [state.walked, state.rode, state.sailed]
    if isinstance(top, Fight):
        marks = [other_way(state), top.panicked, top.fired & ~top.panicked]
    elif isinstance(top, Loading | LaunchFleet):
        marks.append(top.load if isinstance(top, Loading) else top.fleet)
    twins = cat.alike[unit] & state.places[place_of(state.places, 1 << unit)] & ~offered
    for mark in marks:
        twins &= mark if mark >> unit & 1 else ~mark
    return cat.ids[twins]


def _target(action: Action) -> str:
    """Return what stands for an action: a space, a card, or a counter; nothing for a button."""
    if isinstance(action, IN_A_SPACE):
        return action.at
    if isinstance(action, Use | Hold):
        return f"card-{action.card}"
    return counter_of(action) or ""
