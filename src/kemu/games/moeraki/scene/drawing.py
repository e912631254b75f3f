"""The picture of a game of Moeraki-Kemu: what lies where, and what can be chosen."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kemu.core.game import View
from kemu.core.pending import Action, Decide
from kemu.parts.bits import bits
from kemu.scene import Disc, Gradient, Item, Layer, Panel, Path, Pattern, Piece, Scene, Selectable, Shape, Zone

from ..model.actions import Ball, Look, Stone, Tane
from ..model.board import Board
from ..model.events import WORDS
from ..model.state import SEATS
from ..rules.tiles import halves, points
from .art import marks, plate, symbols
from .art.plan import HOLLOW, TILE, Plan, diamond
from .describe import GAMES, describe, half_points, result_of, turn_of

if TYPE_CHECKING:
    from .. import MoerakiKemu
    from ..model.state import State


def scene(game: MoerakiKemu, view: View[State], decide: Decide | None) -> Scene:
    """Return the picture of a view. The board of a finished game stays until the ball is placed again."""
    board, state = game.board, view.state
    plan = _plan(board)
    there = _there(game, state)
    return Scene(
        title=f"{game.title}, {GAMES[state.settings.variant]}",
        width=plan.width,
        height=plan.height,
        defs=_defs(board),
        symbols=_symbols(),
        base=plate.base(board, state.settings.variant == "master"),
        layers=there.layers,
        zones=_zones(board),
        pieces=there.pieces,
        panels=there.panels,
        selectable=_choices(game, plan, view, decide) if decide else (),
        text=there.text,
    )


class _There(NamedTuple):
    """What a picture shows to whoever looks at it."""

    layers: tuple[Layer, ...]
    pieces: tuple[Piece, ...]
    panels: tuple[Panel, ...]
    text: str


@lru_cache(maxsize=16)
def _there(game: MoerakiKemu, state: State) -> _There:
    """Return what lies on a board: both seats look at the same position, one after the other."""
    plan = _plan(game.board)
    return _There(_layers(plan, state), _pieces(plan, state), _panels(game, state), describe(game, state))


@lru_cache(maxsize=8)
def _plan(board: Board) -> Plan:
    return Plan(board)


@lru_cache(maxsize=8)
def _defs(board: Board) -> tuple[Gradient | Pattern, ...]:
    return (*plate.DEFS, *plate.grains(board), *symbols.DEFS, *marks.DEFS)


@lru_cache(maxsize=1)
def _symbols() -> dict[str, tuple[Shape, ...]]:
    return {**plate.SYMBOLS, **symbols.symbols()}


def _layers(plan: Plan, state: State) -> tuple[Layer, ...]:
    sight = (marks.sight_layer(plan, state),) if state.tanes else ()
    return (*sight, *marks.pattern_layers(plan, state), *marks.last_layer(plan, state))


@lru_cache(maxsize=8)
def _zones(board: Board) -> tuple[Zone, ...]:
    """Return a zone for every hollow and every beach."""
    plan = _plan(board)
    hollows = [
        Zone(id=f"hollow-{name}", label=name, outline=Disc(x=x, y=y, r=HOLLOW + 4))
        for name, (x, y) in zip(board.hollows, plan.hollows, strict=True)
    ]
    beaches = [
        Zone(
            id=f"beach-{name}",
            label=f"{'semi-beach' if semi else 'beach'} {name}",
            outline=Path(d=diamond(x, y, TILE + 4)),
        )
        for name, semi, (x, y) in zip(board.beaches, board.semi, plan.beaches, strict=True)
    ]
    return (*hollows, *beaches)


def _pieces(plan: Plan, state: State) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for seat in range(len(SEATS)):
        pieces += [_tile(plan, state, seat, beach) for beach in bits(state.tiles[seat])]
        pieces += [_stone(plan, seat, hollow) for hollow in bits(state.stones[seat])]
    if state.settings.variant == "master":
        out = {tane.seat for tane in state.tanes}
        pieces += [_waiting(plan, seat) for seat in range(len(SEATS)) if seat not in out]
        pieces += [_tane(plan, tane.seat, tane.beach, tane.look) for tane in state.tanes]
    if state.ball >= 0:
        pieces.append(_ball(plan, state.ball))
    return tuple(pieces)


def _ball(plan: Plan, hollow: int) -> Piece:
    x, y = plan.hollows[hollow]
    return Piece(id="ball", symbol="ball", x=x, y=y, label=f"Moeraki ball on {plan.board.hollows[hollow]}", z=2)


@lru_cache(maxsize=1024)
def _stone(plan: Plan, seat: int, hollow: int) -> Piece:
    name, colour, (x, y) = plan.board.hollows[hollow], SEATS[seat], plan.hollows[hollow]
    return Piece(id=f"stone-{name}", symbol=f"stone-{colour}", x=x, y=y, label=f"{colour} stone on {name}", z=1)


def _tile(plan: Plan, state: State, seat: int, beach: int) -> Piece:
    """Return a tile: whole, or a triangle against the border where it counts one half."""
    board, colour = plan.board, SEATS[seat]
    name, (x, y) = board.beaches[beach], plan.beaches[beach]
    full = halves(board, state.stones, beach) == 2
    symbol = f"tile-{colour}" if full else f"half-{colour}-{symbols.SIDES[plan.inward(beach)]}"
    worth = "full" if full else "half"
    return Piece(id=f"tile-{name}", symbol=symbol, x=x, y=y, label=f"{colour} {worth} tile on {name}")


def _tane(plan: Plan, seat: int, beach: int, look: Look) -> Piece:
    colour, (x, y) = SEATS[seat], plan.beaches[beach]
    label = f"{colour.capitalize()}'s Tane on {plan.board.beaches[beach]}, looking {WORDS[look]}"
    return Piece(id=f"tane-{colour}", symbol=f"tane-{colour}-{look}", x=x, y=y, label=label, z=3)


def _waiting(plan: Plan, seat: int) -> Piece:
    colour, (x, y) = SEATS[seat], plate.cave(plan, seat)
    label = f"{colour.capitalize()}'s Tane in his cave"
    return Piece(id=f"tane-{colour}", symbol=f"tane-{colour}", x=x, y=y, label=label, scale=0.9, z=3)


def _choices(game: MoerakiKemu, plan: Plan, view: View[State], decide: Decide) -> tuple[Selectable, ...]:
    """Return what stands for each option: the hollow or the beach, and what would lie there."""
    choices: list[Selectable] = []
    for option, action in enumerate(decide.options):
        target, ghost = _aim(plan, decide.seat, action)
        label, notation = game.label(view, action), game.notation(action)
        choices.append(Selectable(option=option, label=label, target=target, notation=notation, ghost=ghost))
    return tuple(choices)


@lru_cache(maxsize=2048)
def _aim(plan: Plan, seat: int, action: Action) -> tuple[str, Piece | None]:
    match action:
        case Ball(at):
            return f"hollow-{at}", _ball(plan, plan.board.hollow[at])
        case Stone(at):
            return f"hollow-{at}", _stone(plan, seat, plan.board.hollow[at])
        case Tane(at, look):
            return f"beach-{at}", _tane(plan, seat, plan.board.beach[at], look)
        case _:
            return "", None


def _panels(game: MoerakiKemu, state: State) -> tuple[Panel, ...]:
    panels: list[Panel] = [_scores(game, state), _stock(game.board, state)]
    if state.settings.kemu > 1:
        panels.append(_scale(game.board, state))
    if result := result_of(state):
        over = Item(id="result-text", label=result, lit=True)
        panels.insert(0, Panel(id="result", title="The game is over", kind="text", items=(over,)))
    return tuple(panels)


def _scores(game: MoerakiKemu, state: State) -> Panel:
    """Return who plays what, whose turn it is, and the points where there are any."""
    counted = state.settings.variant != "beginner"
    score = points(game.board, state)
    turn = turn_of(state)
    items = tuple(
        Item(
            id=f"points-{colour}",
            label=colour.capitalize(),
            value=half_points(score[seat]) if counted else "",
            detail=f"{game.board.tribes[colour].name} ({game.board.tribes[colour].meaning})",
            symbol=f"stone-{colour}",
            seat=seat,
            lit=turn == seat,
        )
        for seat, colour in enumerate(SEATS)
    )
    return Panel(id="points", title="Points" if counted else "Tribes", kind="score", items=items)


def _stock(board: Board, state: State) -> Panel:
    each = len(board.hollows) // 2
    items = tuple(
        Item(
            id=f"stock-{colour}",
            label=colour,
            value=str(each - state.stones[seat].bit_count()),
            symbol=f"stone-{colour}",
            seat=seat,
        )
        for seat, colour in enumerate(SEATS)
    )
    return Panel(id="stock", title="Stones left", kind="tray", items=items)


def _scale(board: Board, state: State) -> Panel:
    """Return the Moeraki scale: a row of fields a seat, a counting stone on each victory."""
    target = state.settings.kemu
    scale = board.scales[target]
    won = state.victories()
    items = tuple(
        Item(
            id=f"scale-{colour}-{field}",
            label=str(field),
            symbol=f"stone-{colour}" if field <= won[seat] else "",
            detail=f"{colour.capitalize()}: {won[seat]} of {target} victories",
            seat=seat,
            lit=field <= won[seat],
        )
        for seat, colour in enumerate(SEATS)
        for field in range(1, target + 1)
    )
    return Panel(id="scale", title=f"Moeraki scale: {scale.name}, to {target}", kind="track", items=items)
