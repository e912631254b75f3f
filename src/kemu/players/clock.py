"""The clock of a turn: how much of its time a player has used."""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct


class Clock(Struct):
    """What a player keeps from one decision to the next: which turn it is, and the seconds used in it."""

    turn: str = ""
    spent: float = 0.0

    def look(self, turn: Hashable) -> None:
        """Begin anew if it is another turn. A mind that does not name its turns has one for every decision."""
        if turn is None or str(turn) != self.turn:
            self.turn, self.spent = str(turn), 0.0
