"""Why not: what a player tries in Moeraki-Kemu and may not do, with the clause."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kemu.core.pending import Action, Decide, Touch
from kemu.core.refusal import Refusal

from .actions import Ball, Stone, Tane, Tile
from .rules.tane import barred
from .rules.tiles import halves
from .state import SEATS

if TYPE_CHECKING:
    from . import MoerakiKemu
    from .state import State


def explain(game: MoerakiKemu, state: State, decide: Decide, intent: Action | Touch) -> Refusal:
    """Return why `intent` is not one of the pending decision's answers."""
    expected = type(decide.options[0])
    if isinstance(intent, Touch):
        match = re.fullmatch(r"(?:[a-z]+-)?([a-z]\d{1,2})", intent.id)
        if match is None:
            return Refusal(f"Nothing can be done with that now. {decide.prompt}", decide.clause)
        intent = Ball(match[1]) if expected is Ball else Stone(match[1]) if expected is Stone else Tane(match[1], "ne")
        if decide.check(intent) is None:
            return Refusal(f"Say where the Tane on {match[1]} looks.", decide.clause)
    if isinstance(intent, Tane | Tile):
        return _tane(game, state, decide, intent)
    if isinstance(intent, Ball | Stone) and expected is not type(intent):
        if expected is Ball:
            return Refusal("The ball comes first: stones are laid when it lies.", "moeraki:B.2")
        if expected is Stone:
            return Refusal("The ball lies already, and stays to the end of the game.", "moeraki:C.1")
        return Refusal(f"The tiles come first. {decide.prompt}", "moeraki:C.4")
    if isinstance(intent, Ball | Stone):
        return _hollow(game, state, decide, intent)
    return Refusal("That is not an action of Moeraki-Kemu.", decide.clause)


def _hollow(game: MoerakiKemu, state: State, decide: Decide, intent: Ball | Stone) -> Refusal:
    board, at = game.board, intent.at
    if at in board.beach:
        return Refusal(f"{at} is a beach: {_what(intent)} lies in a hollow.", "moeraki:M.2")
    if at not in board.hollow:
        return Refusal(f"There is no hollow '{at[:12]}' on this board; the centre is f6.", "moeraki:M.1")
    hollow = board.hollow[at]
    if isinstance(intent, Ball):
        if hollow == state.ball:
            return Refusal(f"The ball lay on {at} in the last game: it must be moved.", "moeraki:B.4")
        return Refusal(f"{at} is outside the white circle: the ball goes into the Moeraki field.", "moeraki:B.2")
    if hollow == state.ball:
        return Refusal(f"The ball lies on {at}.", "moeraki:C.1")
    for seat, stones in enumerate(state.stones):
        if stones >> hollow & 1:
            return Refusal(f"A {SEATS[seat]} stone lies on {at}, and stays there.", "moeraki:C.3")
    return Refusal(f"That is not possible now. {decide.prompt}", decide.clause)


def _what(intent: Ball | Stone) -> str:
    return "the ball" if isinstance(intent, Ball) else "a stone"


def _tane(game: MoerakiKemu, state: State, decide: Decide, intent: Tane | Tile) -> Refusal:
    if state.options.variant != "master" and isinstance(intent, Tane):
        return Refusal("The Tane steps out of his cave in the master's game only.", "moeraki:W.3")
    if isinstance(intent, Tile):
        return Refusal("Tiles are laid when a beach is surrounded, and not by choice.", "moeraki:C.4")
    if any(tane.seat == decide.seat for tane in state.tanes):
        return Refusal("Your Tane has come out already: once a game.", "moeraki:T.1")
    board = game.board
    beach = board.beach.get(intent.at)
    if beach is None:
        return Refusal(f"A Tane stands on a beach; '{intent.at[:12]}' is none.", "moeraki:T.1")
    if barred(board, state.tanes) >> beach & 1:
        return Refusal(f"{intent.at} is in the other Tane's sight: no tile is laid there to replace.", "moeraki:T.3")
    if board.semi[beach] and halves(board, state.stones, beach) == 1:
        return Refusal(f"Only half a tile is due on {intent.at}: the Tane replaces a full one.", "moeraki:T.1")
    return Refusal(f"No full tile of yours is due on {intent.at} now.", "moeraki:T.1")
