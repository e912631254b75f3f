"""What runs in a thinking process: one decision, from a view. The process is never given a game's state."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from importlib import import_module
from multiprocessing import parent_process

import msgspec
from msgspec import Raw, Struct

from kemu.core.game import View
from kemu.core.pending import Decide
from kemu.core.rng import QuickRng
from kemu.players.advice import Budget, Sure, advise
from kemu.players.clock import Clock

from .kits import game_by_id, lay

HINTED = 2.0
"""Seconds of the processor for a hint; where a turn has many decisions, half of that."""


class Question(Struct, frozen=True):
    """A decision to be made: the game, the seat, the view of that seat as JSON, and who shall answer."""

    game: str
    seat: int
    view: bytes
    player: str
    seed: int
    clock: Clock
    """How much of its turn's time the seat has used."""
    hint: bool = False
    """Whether a person waits for it."""


class Thought(Struct, frozen=True):
    """An answer as plain data, and the clock as it stands after it."""

    action: Raw
    clock: Clock
    sure: Sure = "only"
    chance: float = 0.5
    second: str = ""
    reasons: tuple[str, ...] = ()
    """Those four are told of a hint only."""


def start(preload: tuple[str, ...], kits: dict[str, str]) -> None:
    """Make ready a thinking process: it yields to the server, and ends when its parent does, however that ended."""
    with suppress(OSError):
        os.nice(10)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for module in preload:
        import_module(module)
    lay(kits)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def think(question: bytes) -> bytes:
    """Return a `Thought` on a `Question`, both as JSON."""
    from kemu.players import make_player

    asked = msgspec.json.decode(question, type=Question)
    game = game_by_id(asked.game)
    view = View(asked.seat, game.decode(asked.view))
    # A seat's own decision is the same in every state that its view allows: any redeal shows it.
    decide = game.pending(game.redeal(view, QuickRng(asked.seed)))
    if not isinstance(decide, Decide) or decide.seat != asked.seat:
        raise AssertionError(f"{asked.game}: a view that does not show its seat's own decision")
    if asked.hint:
        # A person waits, and wants to know why; the search is the same.
        told = advise(game, view, decide, Budget(seconds=HINTED / min(2, game.mind.steps)), asked.seed)
        second = "" if told.against is None else game.label(view, told.against)
        action = Raw(msgspec.json.encode(told.action))
        return msgspec.json.encode(Thought(action, asked.clock, told.sure, told.chance, second, told.reasons))
    # The same player in the same way as in the lab and the terminal: all that it keeps is the clock of its turn.
    action = make_player(asked.player, asked.seed, asked.clock).choose(game, view, decide)
    return msgspec.json.encode(Thought(Raw(msgspec.json.encode(action)), asked.clock))
