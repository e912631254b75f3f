"""What happens in a game of Hawaii, 1795, and how the log tells it."""

from __future__ import annotations

from typing import Any

from kemu.core.events import Event

from .catalogue import MONTHS, Catalogue

SIDES = ("Kamehameha", "The Allied Chiefs")
RESULT = ("no effect", "panic", "elimination")


def _s(seat: int, verb: str) -> str:
    """Return the side with its verb: Kamehameha wins, the Allied Chiefs win."""
    return f"{SIDES[seat]} {verb if seat else verb + ('es' if verb.endswith(('s', 'sh', 'ch')) else 's')}"


def _list(cat: Catalogue, units: tuple[str, ...]) -> str:
    return cat.list(sum(1 << cat.index[unit] for unit in units))


class PartBegan(Event, frozen=True, tag="part"):
    """A side's part of a turn begins."""

    month: int
    seat: int

    @property
    def clause(self) -> str:
        return "hawaii:7.2"

    def tell(self, game: Any) -> str:
        return f"{MONTHS[self.month - 1]}: the turn of {'Kamehameha' if self.seat == 0 else 'the Allied Chiefs'}."


class CardDrawn(Event, frozen=True, tag="card"):
    """A card is drawn and shown."""

    seat: int
    card: str
    fixed: bool

    @property
    def clause(self) -> str:
        return "hawaii:6.1" if self.fixed else "hawaii:8.0"

    def tell(self, game: Any) -> str:
        return f"{_s(self.seat, 'play' if self.fixed else 'draw')} {game.cat.cards[game.cat.card[self.card]].title}."


class Shuffled(Event, frozen=True, tag="shuffled"):
    """Cards are shuffled into a deck."""

    seat: int
    under: str

    @property
    def clause(self) -> str:
        return self.under

    def tell(self, game: Any) -> str:
        return f"{_s(self.seat, 'shuffle')} the deck."


class DieRolled(Event, frozen=True, tag="die"):
    """A die decides an event, or a sighting."""

    seat: int
    die: int
    what: str
    under: str

    @property
    def clause(self) -> str:
        return self.under

    def tell(self, game: Any) -> str:
        return f"{_s(self.seat, 'roll')} {self.die} for {self.what}."


class CardUsed(Event, frozen=True, tag="used"):
    """The event of a card happens."""

    seat: int
    card: str

    @property
    def clause(self) -> str:
        return "hawaii:8.2"

    def tell(self, game: Any) -> str:
        return f"{_s(self.seat, 'use')} {game.cat.cards[game.cat.card[self.card]].title}."


class CardHeld(Event, frozen=True, tag="held"):
    """A card is kept for its event, or not."""

    seat: int
    card: str
    kept: bool

    @property
    def clause(self) -> str:
        return "hawaii:8.1"

    def tell(self, game: Any) -> str:
        title = game.cat.cards[game.cat.card[self.card]].title
        return f"{_s(self.seat, 'hold' if self.kept else 'discard')} {title}."


class KauaiJoined(Event, frozen=True, tag="kauai"):
    """Kauaʻi comes in on a side, or would have."""

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

    @property
    def clause(self) -> str:
        return "hawaii:10.2"

    def tell(self, game: Any) -> str:
        return f"{game.cat.name(self.unit)} to {game.cat.spaces[game.cat.space[self.to]].name} by land."


class Sailed(Event, frozen=True, tag="sailed"):
    """A fleet move."""

    canoe: str
    units: tuple[str, ...]
    by: str
    to: str

    @property
    def clause(self) -> str:
        return "hawaii:10.3"

    def tell(self, game: Any) -> str:
        spaces, space = game.cat.spaces, game.cat.space
        load = f" with {_list(game.cat, self.units)}" if self.units else ", empty"
        return f"Canoes from {spaces[space[self.by]].name} to {spaces[space[self.to]].name}{load}."


class BattleBegan(Event, frozen=True, tag="battle"):
    """A battle, or a stage of one, begins. `stage` 0 is at sea, 1 the first battle ashore, 2 the second."""

    at: str
    attacker: int
    stage: int

    @property
    def clause(self) -> str:
        return ("hawaii:11.8", "hawaii:11.1", "hawaii:11.4")[self.stage]

    def tell(self, game: Any) -> str:
        where = game.cat.spaces[game.cat.space[self.at]].name
        what = ("Sea battle off", "Battle of", "Second battle of")[self.stage]
        return f"{what} {where}: {_s(self.attacker, 'attack').replace('The', 'the', 1)}."


class Unopposed(Event, frozen=True, tag="unopposed"):
    """A landing finds nobody to fight."""

    at: str
    attacker: int

    @property
    def clause(self) -> str:
        return "hawaii:R25"

    def tell(self, game: Any) -> str:
        where = game.cat.spaces[game.cat.space[self.at]].name
        return f"Nobody fights for {where}: {_s(self.attacker, 'hold').replace('The', 'the', 1)} it."


class FleetLaunched(Event, frozen=True, tag="launched"):
    """A war fleet puts to sea, or does not."""

    seat: int
    units: tuple[str, ...]

    @property
    def clause(self) -> str:
        return "hawaii:11.7"

    def tell(self, game: Any) -> str:
        if not self.units:
            return f"{_s(self.seat, 'launch')} no fleet."
        return f"{_s(self.seat, 'launch')} a war fleet: {_list(game.cat, self.units)}."


class FleetSighted(Event, frozen=True, tag="sighted"):
    """A card's owner has said whether a landing is sighted."""

    seat: int
    at: str
    yes: bool

    @property
    def clause(self) -> str:
        return "hawaii:8.2"

    def tell(self, game: Any) -> str:
        where = game.cat.spaces[game.cat.space[self.at]].name
        return f"{_s(self.seat, 'say')}: the landing on {where} is {'sighted' if self.yes else 'not sighted'}."


class AdvantageRolled(Event, frozen=True, tag="advantage"):
    """Who has the battlefield advantage of a round; no dice where a card gives it."""

    first: int
    dice: tuple[int, ...]
    plus: int

    @property
    def clause(self) -> str:
        return "hawaii:11.1"

    def tell(self, game: Any) -> str:
        if not self.dice:
            return f"{_s(self.first, 'have') if self.first else 'Kamehameha has'} the advantage by a card."
        rolled = [f"{die}{' + 1' if self.plus == seat else ''}" for seat, die in enumerate(self.dice)]
        has = "has" if self.first == 0 else "have"
        return f"Battlefield advantage, {rolled[0]} to {rolled[1]}: {SIDES[self.first]} {has} it."


class Fired(Event, frozen=True, tag="fired"):
    """One die of a unit; `lost` says why a result had no effect."""

    unit: str
    die: int
    result: int
    lost: str = ""

    @property
    def clause(self) -> str:
        return {"wall": "hawaii:13.0", "elite": "hawaii:12.0", "pikes": "hawaii:14.1"}.get(self.lost, "hawaii:11.2")

    def tell(self, game: Any) -> str:
        why = {
            "wall": ", ignored behind the wall",
            "elite": ", but elites do not panic",
            "pikes": ", held by the pikes",
        }
        return f"{game.cat.name(self.unit)} rolls {self.die}: {RESULT[self.result]}{why.get(self.lost, '')}."


class UnitHit(Event, frozen=True, tag="hit"):
    """A unit takes a result."""

    unit: str
    eliminated: bool

    @property
    def clause(self) -> str:
        return "hawaii:11.3"

    def tell(self, game: Any) -> str:
        return f"{game.cat.name(self.unit)}: {'eliminated' if self.eliminated else 'panicked'}."


class FightWon(Event, frozen=True, tag="won"):
    """A battle, or a stage of one, is decided."""

    winner: int
    at: str
    stage: int

    @property
    def clause(self) -> str:
        return "hawaii:11.1"

    def tell(self, game: Any) -> str:
        what = ("sea battle", "battle", "second battle")[self.stage]
        return f"{_s(self.winner, 'win')} the {what}."


class Withdrew(Event, frozen=True, tag="withdrew"):
    """Counters retreat, return, or leave; to nowhere means that they are eliminated or lost."""

    units: tuple[str, ...]
    to: str
    under: str

    @property
    def clause(self) -> str:
        return self.under

    def tell(self, game: Any) -> str:
        if not self.to:
            canoes = all(game.cat.canoes >> game.cat.index[unit] & 1 for unit in self.units)
            return f"No way out for {_list(game.cat, self.units)}: {'lost' if canoes else 'eliminated'}."
        return f"{_list(game.cat, self.units)} to {game.cat.spaces[game.cat.space[self.to]].name}."


class GameEnded(Event, frozen=True, tag="ended"):
    """The game is over."""

    winner: int | None
    reason: str
    under: str

    @property
    def clause(self) -> str:
        return self.under

    def tell(self, game: Any) -> str:
        return ending(self.winner, self.reason)


def ending(winner: int | None, reason: str) -> str:
    """Return how a game ended, in words."""
    if winner is None:
        return "November is over, and nobody has won: a tie."
    fallen = ("Kamehameha has fallen", "no chief of theirs is left")[1 - winner]
    how = {"occupation": "by occupation", "sudden death": f"by sudden death: {fallen}"}
    return f"{_s(winner, 'win')} {how[reason]}."
