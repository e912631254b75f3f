"""8: campaign cards. One is drawn each part; its event happens before recruiting, unless it names another moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Chance, Decide, Outcome

from ..model.actions import Decline, SendHome, Use
from ..model.die import Die
from ..model.effects import Effect, Fleet, GoHome, Join, Recall
from ..model.events import CardDrawn, CardUsed, DieRolled, KauaiJoined, SentHome, Shuffled
from .board import boxed, by_space, shifted, with_seat
from .retreat import Retreating
from .victory import alarm

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State


@rule("hawaii:8.0", "hawaii:6.1", "hawaii:R10")
class DrawCard(Frame, frozen=True, tag="draw"):
    """8.0: the top card of the deck, blindly. In the long game's first turns cards 1 and 2, in order."""

    seat: int

    def _fixed(self, game: Hawaii, state: State) -> int:
        """Return the card that this turn prescribes, as a set of one; 0 if it prescribes none."""
        return game.cat.fixed.get((state.settings.length, state.month, self.seat), 0)

    def ask(self, game: Hawaii, state: State) -> Chance | None:
        """Draw from what is left; from the discards if nothing is."""
        pool = self._fixed(game, state) or state.decks[self.seat] or state.discards[self.seat]
        if not pool:
            return None
        return game.cat.draw[pool]

    def answer(self, game: Hawaii, step: Step[State], choice: Outcome) -> None:
        """Show it."""
        state, seat = step.state, self.seat
        fixed = bool(self._fixed(game, state))
        if not fixed and not state.decks[seat]:
            step.say(Shuffled(seat, "hawaii:R10"))
            step.set(
                decks=with_seat(state.decks, seat, state.discards[seat]), discards=with_seat(state.discards, seat, 0)
            )
        self._take(game, step, game.cat.card[cast(str, choice[0])], fixed)

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """Every card is held: there is none to draw."""
        step.pop()

    @rule("hawaii:8.1", "hawaii:R9", "hawaii:R11", "hawaii:R13")
    def _take(self, game: Hawaii, step: Step[State], index: int, fixed: bool) -> None:
        """Its fleet moves are for this turn; its event comes first, unless the event names another moment."""
        state, seat, bit, card = step.state, self.seat, 1 << index, game.cat.cards[index]
        step.say(CardDrawn(seat, card.id, fixed))
        step.set(
            decks=with_seat(state.decks, seat, state.decks[seat] & ~bit),
            played=with_seat(state.played, seat, state.played[seat] | bit),
            held=with_seat(state.held, seat, state.held[seat] | (bit if card.held else 0)),
            card=index,
            again=bool(state.played[seat] & bit),
            fleet=card.fleet,
            stack=(*state.stack[:-1], CardEvents(seat)) if "card" in card.moments else state.stack[:-1],
        )


@rule("hawaii:8.2", "hawaii:R13")
class CardEvents(Frame, frozen=True, tag="events"):
    """8.2: the events of the Campaign Card Phase, one after the other. Penalties and dice are compulsory."""

    seat: int
    next: int = 0
    die: int = 0

    def _effect(self, game: Hawaii, state: State) -> Effect | None:
        """Return the effect that is due: the next of this phase that the die, if it needs one, calls for."""
        effects = game.cat.cards[state.card].effects
        return effects[self.next] if self.next < len(effects) else None

    def ask(self, game: Hawaii, state: State) -> Chance | Decide | None:
        """Roll the die once for all; ask whether a benefit is wanted."""
        effect = self._effect(game, state)
        if effect is None or effect.moment != "card":
            return None
        if effect.die:
            return EVENT_DIE if not self.die else None
        if (isinstance(effect, GoHome) and effect.side == "enemy") or (isinstance(effect, Fleet) and effect.moves > 0):
            card = game.cat.cards[state.card]
            danger = alarm(game, state, self.seat)
            prompt = f"{danger}{card.title}: let its event happen, or decline it? {card.text}"
            return Decide(self.seat, prompt, "hawaii:R13", (Use(card.id), Decline(card.id)), waiting="An event is due.")
        return None

    def answer(self, game: Hawaii, step: Step[State], choice: Outcome | Use | Decline) -> None:
        """Take the die, or the wish."""
        if isinstance(choice, tuple):
            die = cast(int, choice[0])
            step.say(DieRolled(self.seat, die, game.cat.cards[step.state.card].title, "hawaii:8.2"))
            step.swap(CardEvents(self.seat, self.next, die))
        elif isinstance(choice, Decline):
            step.swap(CardEvents(self.seat, self.next + 1, self.die))
        else:
            step.say(CardUsed(self.seat, choice.card))
            self.run(game, step)

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """Let one effect happen."""
        effect = self._effect(game, step.state)
        if effect is None:
            step.pop()
            return
        step.swap(CardEvents(self.seat, self.next + 1, self.die))
        if effect.moment == "card" and (not effect.die or self.die in effect.die):
            happen(game, step, self.seat, effect)


EVENT_DIE = Die("hawaii:8.2", "A die for the card's event.")


@rule("hawaii:8.2")
def happen(game: Hawaii, step: Step[State], seat: int, effect: Effect) -> None:
    """Let an effect of the Campaign Card Phase happen, for the owner of the card."""
    cat = game.cat
    match effect:
        case Join(side=side):
            join(game, step, seat if side == "owner" else 1 - seat)
        case GoHome(side=side, count=count, away_from_leaders=away):
            step.push(GoingHome(seat if side == "owner" else 1 - seat, count, away))
        case Recall(units=units):
            there = sum(1 << cat.index[unit] for unit in units) & sum(step.state.places[: cat.n])
            if there:
                step.set(places=boxed(cat, step.state.places, there))
                step.say(SentHome(cat.ids[there], "hawaii:8.2"))
        case Fleet(moves=moves):
            step.set(fleet=max(0, step.state.fleet + moves))
        case _:
            raise AssertionError(f"no effect of the Campaign Card Phase: {effect}")


@rule("hawaii:2.0", "hawaii:R18")
def join(game: Hawaii, step: Step[State], seat: int) -> None:
    """Kauaʻi joins a side: its surviving counters stand on Kauaʻi, under their new owner.

    Nothing changes while another fighting unit of the side that they would leave, or an enemy of the new owner, stands
    there. Canoes without fighters sail off.
    """
    cat, state = game.cat, step.state
    living = cat.kauai & sum(state.places[: cat.n])
    others = state.places[cat.kauai_space] & cat.sides[1 - seat]
    changed = bool(living) and state.kauai != seat and not others & cat.fighters
    step.say(KauaiJoined(seat, changed))
    if changed:
        step.set(kauai=seat, places=shifted(state.places, living, cat.kauai_space))
        if others:
            step.push(Retreating(1 - seat, others, cat.kauai_space, "hawaii:R23"))


@rule("hawaii:8.2", "hawaii:R6")
class GoingHome(Frame, frozen=True, tag="going-home"):
    """8.2, Warriors Go Home: warriors on the map go to the box, their owner choosing."""

    seat: int
    left: int
    away: bool

    def _warriors(self, game: Hawaii, state: State) -> int:
        """Return who can be sent: away from leaders as far as possible, if the card says so."""
        cat = game.cat
        mine = cat.sides[self.seat]
        here = [there & mine for there in state.places[: cat.n]]
        everywhere = sum(here) & cat.warriors
        if not self.away:
            return everywhere
        return sum(there for there in here if not there & cat.leaders) & cat.warriors or everywhere

    def ask(self, game: Hawaii, state: State) -> Decide | None:
        """Ask who goes, one at a time, where there is a choice."""
        if not self.left:
            return None
        cat = game.cat
        options = by_space(cat.send_home, state.places, range(cat.n), self._warriors(game, state))
        if len(options) < 2:
            return None
        prompt = f"Send warriors from the map to your Recruit Box: {self.left} to go."
        return Decide(self.seat, prompt, "hawaii:8.2", options, waiting="Warriors go home.")

    def answer(self, game: Hawaii, step: Step[State], choice: SendHome) -> None:
        """One goes."""
        self._send(game, step, 1 << game.cat.index[choice.unit])

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """Enough have gone, nobody is there to go, or there is no choice."""
        going = self._warriors(game, step.state) if self.left else 0
        if going:
            self._send(game, step, going & -going)
        else:
            step.pop()

    def _send(self, game: Hawaii, step: Step[State], unit: int) -> None:
        step.set(places=boxed(game.cat, step.state.places, unit))
        step.say(SentHome(game.cat.ids[unit], "hawaii:8.2"))
        step.swap(GoingHome(self.seat, self.left - 1, self.away))
