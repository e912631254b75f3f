"""What happens in a game of Hawaii, 1795, and how the log tells it."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from kemu.core.events import Event

from .catalogue import MONTHS, Catalogue

SIDES = ("Kamehameha", "The Allied Chiefs")


def side_does(seat: int, verb: str) -> str:
    """Return the side with its verb: Kamehameha wins, the Allied Chiefs win."""
    return f"{SIDES[seat]} {verb if seat else verb + ('es' if verb.endswith(('s', 'sh', 'ch')) else 's')}"


def in_words(cat: Catalogue, units: tuple[str, ...]) -> str:
    return cat.list(sum(1 << cat.index[unit] for unit in units))


class OfSeat(Event, frozen=True):
    """An event about the side that it names in `seat`."""

    @property
    def whose(self) -> int | None:
        return cast(Any, self).seat


class PartBegan(OfSeat, frozen=True, tag="part"):
    """A side's part of a turn begins."""

    month: int
    seat: int
    under: ClassVar[str] = "hawaii:7.2"

    def tell(self, game: Any) -> str:
        return f"{MONTHS[self.month - 1]}: the turn of {'Kamehameha' if self.seat == 0 else 'the Allied Chiefs'}."


class CardDrawn(OfSeat, frozen=True, tag="card"):
    """A card is drawn and shown."""

    seat: int
    card: str
    fixed: bool

    @property
    def clause(self) -> str:
        return "hawaii:6.1" if self.fixed else "hawaii:8.0"

    def tell(self, game: Any) -> str:
        title = game.cat.cards[game.cat.card[self.card]].title
        return f"{side_does(self.seat, 'play' if self.fixed else 'draw')} {title}."


class Shuffled(OfSeat, frozen=True, tag="shuffled"):
    """Cards are shuffled into a deck."""

    seat: int
    under: str

    @property
    def clause(self) -> str:
        return self.under

    def tell(self, game: Any) -> str:
        return f"{side_does(self.seat, 'shuffle')} the deck."


class DieRolled(OfSeat, frozen=True, tag="die"):
    """A die decides an event, or a sighting."""

    seat: int
    die: int
    what: str
    under: str
    comes_to: str = ""
    """What it means, where one cannot look it up on a card."""

    @property
    def clause(self) -> str:
        return self.under

    def tell(self, game: Any) -> str:
        for_what = f": {self.comes_to}" if self.comes_to else f" for {self.what}"
        return f"{side_does(self.seat, 'roll')} {self.die}{for_what}."


class CardUsed(OfSeat, frozen=True, tag="used"):
    """The event of a card happens."""

    seat: int
    card: str
    under: ClassVar[str] = "hawaii:8.2"

    def tell(self, game: Any) -> str:
        return f"{side_does(self.seat, 'use')} {game.cat.cards[game.cat.card[self.card]].title}."


class CardHeld(OfSeat, frozen=True, tag="held"):
    """A card is kept for its event, or not."""

    seat: int
    card: str
    kept: bool
    under: ClassVar[str] = "hawaii:8.1"

    def tell(self, game: Any) -> str:
        title = game.cat.cards[game.cat.card[self.card]].title
        return f"{side_does(self.seat, 'hold' if self.kept else 'discard')} {title}."


class KauaiJoined(OfSeat, frozen=True, tag="kauai"):
    """Kauaʻi comes in on a side, or would have."""

    matters: ClassVar[bool] = True
    seat: int
    changed: bool
    attacked: bool = False

    @property
    def clause(self) -> str:
        return "hawaii:R17" if self.attacked else "hawaii:R18"

    def tell(self, game: Any) -> str:
        side = "Kamehameha" if self.seat == 0 else "the Allied Chiefs"
        if self.attacked:
            return f"Attacked, Kauaʻi takes the side of {side}."
        return f"Kauaʻi joins {side}." if self.changed else f"Kauaʻi would join {side}, but nothing changes there."


class UnitPlaced(Event, frozen=True, tag="placed"):
    """A counter comes onto the map."""

    unit: str
    at: str
    under: str

    @property
    def clause(self) -> str:
        return self.under

    def tell(self, game: Any) -> str:
        return f"{game.cat.name(self.unit)}: to {game.cat.spaces[game.cat.space[self.at]].name}."


class SentHome(Event, frozen=True, tag="home"):
    """Counters go to the Recruit Box without being eliminated."""

    units: tuple[str, ...]
    under: str

    @property
    def clause(self) -> str:
        return self.under

    def tell(self, game: Any) -> str:
        units = sum(1 << game.cat.index[unit] for unit in self.units)
        gone = units & game.cat.kauai
        told = [f"To the Recruit Box: {game.cat.list(units & ~gone)}."] if units & ~gone else []
        return " ".join([*told, *([f"Out of the game: {game.cat.list(gone)}."] if gone else [])])


class Walked(Event, frozen=True, tag="walked"):
    """A counter goes to its island's other space."""

    unit: str
    to: str
    under: ClassVar[str] = "hawaii:10.2"

    def tell(self, game: Any) -> str:
        return f"{game.cat.name(self.unit)} to {game.cat.spaces[game.cat.space[self.to]].name} by land."


class Sailed(Event, frozen=True, tag="sailed"):
    """A fleet move."""

    canoe: str
    units: tuple[str, ...]
    by: str
    to: str
    under: ClassVar[str] = "hawaii:10.3"

    def tell(self, game: Any) -> str:
        spaces, space = game.cat.spaces, game.cat.space
        load = f" with {in_words(game.cat, self.units)}" if self.units else ", empty"
        return f"Canoes from {spaces[space[self.by]].name} to {spaces[space[self.to]].name}{load}."


class GameEnded(Event, frozen=True, tag="ended"):
    """The game is over."""

    matters: ClassVar[bool] = True
    winner: int | None
    reason: str
    under: str

    @property
    def clause(self) -> str:
        return self.under

    @property
    def whose(self) -> int | None:
        return self.winner

    def tell(self, game: Any) -> str:
        return ending(self.winner, self.reason)


def ending(winner: int | None, reason: str) -> str:
    """Return how a game ended, in words."""
    if winner is None:
        return "November is over, and nobody has won: a tie."
    fallen = ("Kamehameha has fallen", "no Allied chief is left")[1 - winner]
    how = {"occupation": "by occupation", "sudden death": f"by sudden death: {fallen}"}
    return f"{side_does(winner, 'win')} {how[reason]}."
