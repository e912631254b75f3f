"""What may happen: one frame for each step of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kemu import Decide, Frame, Over, Step, rule
from kemu.core.pending import Chance
from kemu.parts.decks import Draw, without

from ..model.actions import CARDS, HAND, Play
from ..model.events import Dealt, Played

if TYPE_CHECKING:
    from ..model.state import State


def with_hand(state: State, seat: int, hand: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return both hands when this seat's has changed."""
    return (hand, state.hands[1]) if seat == 0 else (state.hands[0], hand)


@rule("highcard:1")
class Deal(Frame, frozen=True, tag="deal"):
    """1: four cards to each seat. Each is drawn when it is dealt: no state ever holds the order of a deck."""

    def ask(self, game: Any, state: State) -> Chance | None:
        """Wait for the next card; None when all are dealt."""
        if len(state.hands[1]) == HAND:
            return None
        deck = without(CARDS, (*state.hands[0], *state.hands[1]))
        return Draw(deck, "highcard:1", seen=(self._next(state),))

    def run(self, game: Any, step: Step[State]) -> None:
        """Begin the first trick."""
        step.swap(Trick(0))

    def answer(self, game: Any, step: Step[State], choice: tuple[int, ...]) -> None:
        """Put the card into the hand."""
        state, seat = step.state, self._next(step.state)
        step.set(hands=with_hand(state, seat, tuple(sorted((*state.hands[seat], choice[0])))))
        step.say(Dealt(seat, choice[0]))

    def _next(self, state: State) -> int:
        return 0 if len(state.hands[0]) == len(state.hands[1]) else 1


@rule("highcard:2")
class Trick(Frame, frozen=True, tag="trick"):
    """2: the leader plays a card, the other follows; the higher card takes the trick and leads."""

    leader: int
    led: int = 0

    def ask(self, game: Any, state: State) -> Decide | Over:
        """Ask the leader, or who follows, for a card."""
        seat = 1 - self.leader if self.led else self.leader
        prompt = f"Follow on the {self.led}." if self.led else "Lead a card."
        options = tuple(Play(card) for card in state.hands[seat])
        return Decide(seat, prompt, "highcard:2", options, waiting="A card is played.")

    def answer(self, game: Any, step: Step[State], choice: Play) -> None:
        """Play the card; the second one decides the trick."""
        state = step.state
        seat = 1 - self.leader if self.led else self.leader
        left = tuple(card for card in state.hands[seat] if card != choice.card)
        step.set(hands=with_hand(state, seat, left), open=(*state.open, choice.card))
        step.say(Played(seat, choice.card))
        if not self.led:
            step.swap(Trick(self.leader, choice.card))
            return
        taker = seat if choice.card > self.led else self.leader
        step.set(tricks=tuple(won + (taker == of) for of, won in enumerate(state.tricks)))
        step.swap(Trick(taker) if any(step.state.hands) else Ended())


@rule("highcard:3")
class Ended(Frame, frozen=True, tag="ended"):
    """3: more tricks win; two each is a draw."""

    def ask(self, game: Any, state: State) -> Over:
        """Say who has won."""
        own, other = state.tricks
        winner = None if own == other else int(own < other)
        return Over(winner, "tricks", "highcard:3", (float(own), float(other)))
