"""Who watches: a computer thinks only at a table that somebody looks at, by a socket or by asking now and then."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

from .hub import Hub

LINGERS = 30.0
"""Seconds for which a look counts: a page that is loaded again, or a program that asks now and then."""
REMEMBERED = 10_000
"""Tables whose last look is remembered."""


class Watching:
    """The tables that are watched at this process. It lives on the event loop."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._looked: OrderedDict[str, float] = OrderedDict()

    def look(self, table: str) -> None:
        """Note that somebody has looked at a table just now."""
        self._looked[table] = monotonic()
        self._looked.move_to_end(table)
        if len(self._looked) > REMEMBERED:
            self._looked.popitem(last=False)

    def watched(self, table: str) -> bool:
        """Return whether somebody watches a table."""
        return bool(self._hub.seats(table)) or monotonic() - self._looked.get(table, -LINGERS) < LINGERS
