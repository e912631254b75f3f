"""Kemu: a table that knows the rules.

    >>> import kemu
    >>> table = kemu.Table("moeraki", seed=1)
    >>> table.play("f6")
    >>> table.pending.seat
    1

The names here are the whole public surface of the package; `docs/architecture.md` says how it hangs together.
"""

from __future__ import annotations

from kemu.core.clauses import Clause, rule
from kemu.core.dealer import Dealer
from kemu.core.events import Event
from kemu.core.frames import Frame, Step
from kemu.core.game import Game, View
from kemu.core.kit import Kit, KitError
from kemu.core.pending import Action, Chance, Decide, Free, Over, Reach, Touch
from kemu.core.record import Record, RecordError, load_record, replay, verify
from kemu.core.refusal import Refusal
from kemu.core.registry import game
from kemu.core.registry import games as list_games
from kemu.core.rng import QuickRng, Rng
from kemu.core.table import Table

__all__ = [
    "Action",
    "Chance",
    "Clause",
    "Dealer",
    "Decide",
    "Event",
    "Frame",
    "Free",
    "Game",
    "Kit",
    "KitError",
    "Over",
    "QuickRng",
    "Reach",
    "Record",
    "RecordError",
    "Refusal",
    "Rng",
    "Step",
    "Table",
    "Touch",
    "View",
    "game",
    "list_games",
    "load_record",
    "replay",
    "rule",
    "verify",
]
