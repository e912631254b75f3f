"""Why not: what a player tries in Moeraki-Kemu and may not do, with the clause."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kemu.core.pending import Action, Decide, Touch
from kemu.core.refusal import Refusal

from ..model.actions import Ball, Stone, Tane, Tile
from ..model.board import DIAGONALS
from ..model.state import SEATS
from .tane import LayTiles, barred
from .tiles import halves

if TYPE_CHECKING:
    from .. import MoerakiKemu
    from ..model.state import State


def explain(game: MoerakiKemu, state: State, decide: Decide, intent: Action | Touch) -> Refusal:
    """Return why `intent` is not one of the pending decision's answers."""
    if isinstance(intent, Touch):
        return _touch(game, state, decide, intent)
    if isinstance(intent, Tile):
        return Refusal("Tiles are laid when a beach is surrounded, and not by choice.", "moeraki:C.4")
    if isinstance(intent, Tane):
        return _tane(game, state, decide, intent)
    if not isinstance(intent, Ball | Stone):
        return Refusal("That is not an action of Moeraki-Kemu.", decide.clause)
    expected = type(decide.options[0])
    if expected is type(intent):
        return _hollow(game, state, intent)
    if expected is Ball:
        return Refusal("The ball comes first: stones are laid when it lies.", "moeraki:B.2")
    if expected is Stone:
        return Refusal("The ball lies already, and stays to the end of the game.", "moeraki:C.1")
    return Refusal(f"The tiles come first. {decide.prompt}", "moeraki:C.4")


def _touch(game: MoerakiKemu, state: State, decide: Decide, touch: Touch) -> Refusal:
    """Take a click on a place as a try to do there what is to be done."""
    match = re.fullmatch(r"(?:[a-z]+-)?([a-z]\d{1,2})", touch.id)
    if match is None:
        return Refusal(f"Nothing can be done with that now. {decide.prompt}", decide.clause)
    at, expected = match[1], type(decide.options[0])
    if expected is Ball:
        intent = Ball(at)
    elif expected is Stone or at in game.board.hollow:
        intent = Stone(at)
    else:
        intent = Tane(at, "ne")
    if decide.check(intent) is not None:
        return explain(game, state, decide, intent)
    if isinstance(intent, Tane):
        return Refusal(f"Say where the Tane on {at} looks.", decide.clause)
    return Refusal(f"{at} is open: it can be chosen. {decide.prompt}", decide.clause)


def _hollow(game: MoerakiKemu, state: State, intent: Ball | Stone) -> Refusal:
    """Say why the ball or a stone cannot lie there, when it is the ball's or a stone's turn."""
    board, at = game.board, str(intent.at)
    if at in board.beach:
        what = "the ball" if isinstance(intent, Ball) else "a stone"
        return Refusal(f"{at} is a beach: {what} lies in a hollow.", "moeraki:M.2")
    if at not in board.hollow:
        return Refusal(f"There is no hollow '{at[:12]}' on this board; the centre is f6.", "moeraki:M.1")
    hollow = board.hollow[at]
    if isinstance(intent, Ball):
        if hollow == state.ball:
            return Refusal(f"The ball lay on {at} in the last game: it must be moved.", "moeraki:B.4")
        return Refusal(f"{at} is outside the white circle: the ball goes into the Moeraki field.", "moeraki:B.2")
    if hollow == state.ball:
        return Refusal(f"The ball lies on {at}.", "moeraki:C.1")
    lies = SEATS[0 if state.stones[0] >> hollow & 1 else 1]
    return Refusal(f"A {lies} stone lies on {at}, and stays there.", "moeraki:C.3")


def _tane(game: MoerakiKemu, state: State, decide: Decide, intent: Tane) -> Refusal:
    """Say why the Tane cannot stand there, or cannot look that way."""
    board, at, frame = game.board, str(intent.at), state.stack[-1]
    if state.settings.variant != "master":
        return Refusal("The Tane steps out of his cave in the master's game only.", "moeraki:W.3")
    if any(tane.seat == decide.seat for tane in state.tanes):
        return Refusal("Your Tane has come out already: once a game.", "moeraki:T.1")
    if at not in board.beach:
        return Refusal(f"A Tane stands on a beach; '{at[:12]}' is none.", "moeraki:T.1")
    beach = board.beach[at]
    if any(tane.beach == beach for tane in state.tanes):
        return Refusal(f"The other Tane stands on {at}.", "moeraki:R.13")
    if barred(board, state.tanes) >> beach & 1:
        return Refusal(f"{at} is in the other Tane's sight: no tile is laid there to replace.", "moeraki:T.3")
    if (state.tiles[0] | state.tiles[1]) >> beach & 1:
        return Refusal(f"The tile on {at} lies already: a Tane comes in place of one that is due.", "moeraki:R.12")
    if not isinstance(frame, LayTiles) or beach not in frame.beaches:
        return Refusal(f"No full tile of yours is due on {at} now.", "moeraki:T.1")
    if halves(board, state.stones, beach) == 1:
        return Refusal(f"Only half a tile is due on {at}: the Tane replaces a full one.", "moeraki:T.1")
    return Refusal(f"A Tane looks along a diagonal: {', '.join(DIAGONALS)}.", "moeraki:R.6")
