"""What happens, as the log tells it."""

from __future__ import annotations

from typing import Any, ClassVar

from kemu import Event, Game

from .actions import BACK


class Dealt(Event, frozen=True, tag="dealt"):
    """A seat has got a card; only that seat sees which."""

    seat: int
    card: int
    under: ClassVar[str] = "highcard:1"

    def tell(self, game: Game[Any, Any]) -> str:
        """Return the event as a sentence for the log."""
        return f"{game.seats[self.seat].capitalize()} gets {self.card or 'a card'}."

    def seen_by(self, seat: int | None) -> Event | None:
        """Return what a seat sees of it: the others see a card's back."""
        return self if seat == self.seat else Dealt(self.seat, BACK)


class Played(Event, frozen=True, tag="played"):
    """A card lies open."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    under: ClassVar[str] = "highcard:2"

    def tell(self, game: Game[Any, Any]) -> str:
        """Return the event as a sentence for the log."""
        return f"{game.seats[self.seat].capitalize()} plays {self.card}."
