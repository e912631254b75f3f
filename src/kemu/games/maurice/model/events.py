"""What happens in a battle. Units are told by their names, so that a log can be read without the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from kemu.core.events import Event
from kemu.core.game import Game

from .names import SIDES, dice, listed

if TYPE_CHECKING:
    from .. import Maurice


def _title(game: Game[Any, Any], card: int) -> str:
    cards = cast("Maurice", game).cat.cards
    return cards[card].title if 0 <= card < len(cards) else "a card"


class _Told(Event, frozen=True):
    """An event of one fixed clause."""

    under: ClassVar[str] = ""


class _Of(_Told, frozen=True):
    """An event about a seat."""

    seat: int

    @property
    def whose(self) -> int | None:
        return self.seat


class Rolled(_Told, frozen=True, tag="rolled"):
    """Both players have rolled a die."""

    rolls: tuple[int, int]
    why: str
    under_clause: str

    @property
    def clause(self) -> str:
        return self.under_clause

    def tell(self, game: Game[Any, Any]) -> str:
        one, other = self.rolls
        if one == other:
            return f"{self.why}: both rolled {one}; they roll again."
        return f"{self.why}: Red rolled {one}, Blue {other}."


class PieceSet(_Of, frozen=True, tag="piece-set"):
    """A piece of terrain is set up."""

    under: ClassVar[str] = "maurice:2.terrain"
    title: str

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{SIDES[self.seat]} set up terrain: {self.title}."


class SideTaken(_Of, frozen=True, tag="side-taken"):
    """A long side of the table is chosen."""

    under: ClassVar[str] = "maurice:2.sides"
    south: bool

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{SIDES[self.seat]} takes the {'southern' if self.south else 'northern'} side of the table."


class FirstChosen(_Of, frozen=True, tag="first-chosen"):
    """Who sets up first."""

    under: ClassVar[str] = "maurice:2.sides"
    first: bool

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{SIDES[self.seat]} will set up {'first' if self.first else 'second'}."


class Deployed(_Of, frozen=True, tag="deployed"):
    """A unit, a commander or a whole army is set up."""

    under: ClassVar[str] = "maurice:2.deployment"
    who: str

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{SIDES[self.seat]} set up {self.who}."


class CardsDrawn(_Of, frozen=True, tag="drawn"):
    """Cards are drawn; only their player sees which."""

    under: ClassVar[str] = "maurice:4.draw"
    reveals: ClassVar[bool] = True
    cards: tuple[int, ...]

    def tell(self, game: Game[Any, Any]) -> str:
        if -1 in self.cards:
            return f"{SIDES[self.seat]} drew {dice(len(self.cards), 'card')}."
        return f"{SIDES[self.seat]} drew {listed([_title(game, card) for card in self.cards])}."

    def seen_by(self, seat: int | None) -> Event | None:
        return self if seat == self.seat else CardsDrawn(self.seat, (-1,) * len(self.cards))


class Reshuffled(_Told, frozen=True, tag="reshuffled"):
    """The deck is made anew."""

    reveals: ClassVar[bool] = True
    last: bool

    @property
    def clause(self) -> str:
        return "maurice:4.lastDeck" if self.last else "maurice:4.reshuffle"

    def tell(self, game: Game[Any, Any]) -> str:
        if self.last:
            return "Reshuffle came up: it leaves the game, and deck and discards are shuffled into the last deck."
        return "The first deck has run out: the discards, with Reshuffle, are the second."


class RoundBegins(_Of, frozen=True, tag="round"):
    """A round begins."""

    under: ClassVar[str] = "maurice:4.round"
    number: int

    def tell(self, game: Game[Any, Any]) -> str:
        return f"Round {self.number}: {SIDES[self.seat]} is active."


class VolleysCalled(_Of, frozen=True, tag="volleys"):
    """Whether there is a volley phase."""

    under: ClassVar[str] = "maurice:4.volley"
    call: bool

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{SIDES[self.seat]} calls {'a volley phase' if self.call else 'no volleys'}."


class CardPlayed(_Of, frozen=True, tag="card"):
    """A card is played for its text."""

    card: int
    on: tuple[str, ...]
    under_clause: str
    matters: ClassVar[bool] = True

    @property
    def clause(self) -> str:
        return self.under_clause

    def tell(self, game: Game[Any, Any]) -> str:
        on = f" on {listed(list(self.on))}" if self.on else ""
        cards = cast("Maurice", game).cat.cards
        text = f": {cards[self.card].text}" if 0 <= self.card < len(cards) else ""
        return f"{SIDES[self.seat]} plays {_title(game, self.card)}{on}{text}" + ("" if text else ".")


class Chosen(_Of, frozen=True, tag="chosen"):
    """The command choice."""

    action: str

    @property
    def clause(self) -> str:
        return "maurice:4.pass" if self.action == "pass" else "maurice:4.choice"

    def tell(self, game: Game[Any, Any]) -> str:
        if self.action == "pass":
            return f"{SIDES[self.seat]} passes."
        return f"{SIDES[self.seat]} chooses to {self.action}."


class ForceNamed(_Of, frozen=True, tag="force"):
    """A force is named, and its distance from the commander."""

    under: ClassVar[str] = "maurice:4.activate"
    units: tuple[str, ...]
    distance: int

    def tell(self, game: Game[Any, Any]) -> str:
        away = f"{self.distance / 1000:.1f} BW from the commander"
        return f"{SIDES[self.seat]} activates {listed(list(self.units))}, {away}."


class Unpaid(_Of, frozen=True, tag="unpaid"):
    """No force can be paid for."""

    under: ClassVar[str] = "maurice:R24"

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{SIDES[self.seat]} cannot pay for any force: nothing is activated."


class Spent(_Of, frozen=True, tag="spent"):
    """A card is played for its span, or discarded."""

    card: int
    why: str
    under_clause: str

    @property
    def clause(self) -> str:
        return self.under_clause

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{SIDES[self.seat]} {self.why} {_title(game, self.card)}."


class Foiled(_Of, frozen=True, tag="foiled"):
    """An activation has failed."""

    under: ClassVar[str] = "maurice:4.foiled"
    matters: ClassVar[bool] = True

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{SIDES[self.seat]}'s activation is foiled."


class Dropped(_Of, frozen=True, tag="dropped"):
    """Units leave the active force."""

    under: ClassVar[str] = "maurice:R63"
    units: tuple[str, ...]

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{listed(list(self.units))} {'drops' if len(self.units) == 1 else 'drop'} out of the force."


class Moved(_Of, frozen=True, tag="moved"):
    """Units have moved."""

    who: tuple[str, ...]
    how: str
    under_clause: str

    @property
    def clause(self) -> str:
        return self.under_clause

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{listed(list(self.who))} {self.how}."


class SmokeCleared(_Of, frozen=True, tag="cleared"):
    """Smoke is cleared."""

    under: ClassVar[str] = "maurice:6.clearSmoke"
    who: tuple[str, ...]

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{SIDES[self.seat]} clears the smoke from {listed(list(self.who))}."


class Shot(_Of, frozen=True, tag="shot"):
    """A unit has fired."""

    under: ClassVar[str] = "maurice:7.hit"
    who: str
    targets: tuple[str, ...]
    rolls: tuple[int, ...]
    hits: int

    def tell(self, game: Game[Any, Any]) -> str:
        rolled = ", ".join(map(str, self.rolls))
        return f"{self.who} fires at {listed(list(self.targets))}: {rolled}; {dice(self.hits, 'hit')}."


class Disrupted(_Of, frozen=True, tag="disrupted"):
    """Hits are rolled to disrupt."""

    under: ClassVar[str] = "maurice:7.disrupt"
    who: str
    rolls: tuple[int, ...]
    disr: int

    def tell(self, game: Game[Any, Any]) -> str:
        return f"Hits on {self.who}: {', '.join(map(str, self.rolls))}; {self.disr} DISR."


class TookDisr(_Of, frozen=True, tag="disr"):
    """A unit has taken or lost DISR."""

    who: str
    n: int
    why: str
    under_clause: str

    @property
    def clause(self) -> str:
        return self.under_clause

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{self.who} takes {self.n} DISR {self.why}."


class Broken(_Of, frozen=True, tag="broken"):
    """A unit is broken."""

    under: ClassVar[str] = "maurice:1.disr"
    matters: ClassVar[bool] = True
    who: str
    why: str
    morale: int

    def tell(self, game: Game[Any, Any]) -> str:
        why = f" {self.why}" if self.why else ""
        return f"{self.who} is broken{why}. {SIDES[self.seat]}'s army morale is {self.morale}."


class Score(_Of, frozen=True, tag="score"):
    """A unit's combat score."""

    under: ClassVar[str] = "maurice:8.score"
    who: str
    value: int
    die: int

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{self.who}: {self.value} and a {self.die}, score {self.value + self.die}."


class Result(_Of, frozen=True, tag="result"):
    """What a combat did to a unit."""

    matters: ClassVar[bool] = True
    who: str
    score: int
    against: tuple[int, ...]
    disr: int
    """-1: doubled."""
    under_clause: str

    @property
    def clause(self) -> str:
        return self.under_clause

    def tell(self, game: Game[Any, Any]) -> str:
        against = listed([str(score) for score in self.against]) or "nobody left"
        what = "is doubled" if self.disr < 0 else f"takes {self.disr} DISR"
        return f"{self.who}, {self.score} against {against}, {what}."


class FellBack(_Of, frozen=True, tag="fell-back"):
    """An attacker has fallen back."""

    under: ClassVar[str] = "maurice:8.fallBack"
    who: str

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{self.who} falls back."


class RallyRolled(_Of, frozen=True, tag="rally"):
    """A unit has rolled to rally."""

    under: ClassVar[str] = "maurice:9.rally"
    who: str
    rolls: tuple[int, ...]
    removed: int

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{self.who} rallies: {', '.join(map(str, self.rolls))}; {self.removed} DISR removed."


class MoraleChanged(_Of, frozen=True, tag="morale"):
    """Army morale has changed by a card or a price."""

    morale: int
    under_clause: str

    @property
    def clause(self) -> str:
        return self.under_clause

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{SIDES[self.seat]}'s army morale is now {self.morale}."


class Taken(_Of, frozen=True, tag="taken"):
    """A card is taken from a hand; both players know which."""

    under: ClassVar[str] = "maurice:4.event"
    reveals: ClassVar[bool] = True
    card: int

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{SIDES[self.seat]} takes {_title(game, self.card)} from the enemy's hand."

    def seen_by(self, seat: int | None) -> Event | None:
        return self if seat is not None else Taken(self.seat, -1)


class RemovedCard(_Of, frozen=True, tag="removed"):
    """An event leaves the game."""

    under: ClassVar[str] = "maurice:4.remove"
    card: int

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{SIDES[self.seat]} removes {_title(game, self.card)} from the game."


class CinCMoved(_Of, frozen=True, tag="cinc"):
    """A commander has moved."""

    displaced: bool

    @property
    def clause(self) -> str:
        return "maurice:6.displacedTo" if self.displaced else "maurice:6.cinc"

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{SIDES[self.seat]}'s commander {'is displaced' if self.displaced else 'moves'}."
