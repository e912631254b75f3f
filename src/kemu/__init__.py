"""Kemu: a table that knows the rules.

    >>> import kemu
    >>> table = kemu.Table("moeraki", seed=1)
    >>> table.play("f6")
    >>> table.pending.seat
    1

The names here are the whole public surface of the package; `docs/architecture.md` says how it hangs together.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = {
    "Action": "kemu.core.pending:Action",
    "Chance": "kemu.core.pending:Chance",
    "Clause": "kemu.core.clauses:Clause",
    "Dealer": "kemu.core.dealer:Dealer",
    "Decide": "kemu.core.pending:Decide",
    "Event": "kemu.core.events:Event",
    "Frame": "kemu.core.frames:Frame",
    "Free": "kemu.core.pending:Free",
    "Game": "kemu.core.game:Game",
    "Kit": "kemu.core.kit:Kit",
    "KitError": "kemu.core.kit:KitError",
    "Over": "kemu.core.pending:Over",
    "QuickRng": "kemu.core.rng:QuickRng",
    "Reach": "kemu.core.pending:Reach",
    "Record": "kemu.core.record:Record",
    "RecordError": "kemu.core.record:RecordError",
    "Refusal": "kemu.core.refusal:Refusal",
    "Rng": "kemu.core.rng:Rng",
    "Step": "kemu.core.frames:Step",
    "Table": "kemu.core.table:Table",
    "Touch": "kemu.core.pending:Touch",
    "View": "kemu.core.game:View",
    "game": "kemu.core.registry:game",
    "list_games": "kemu.core.registry:games",
    "load_record": "kemu.core.record:load_record",
    "replay": "kemu.core.record:replay",
    "rule": "kemu.core.clauses:rule",
    "verify": "kemu.core.record:verify",
}
"""Where each name is at home. It is imported when it is first asked for: the command line needs few of them."""


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'kemu' has no attribute {name!r}")
    module, _, attribute = home.partition(":")
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
