"""Chapters 3 and 4: the deck that both players draw from, and its three lives."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Outcome
from kemu.parts.decks import Draw, without

from ..model.events import CardsDrawn, Reshuffled
from .morale import with_seat

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State


def held(cards: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    """Return a sorted hand with more cards in it."""
    hand = list(cards)
    for card in more:
        insort(hand, card)
    return tuple(hand)


@rule("maurice:4.draw", "maurice:3.hand", "maurice:4.reshuffle", "maurice:4.lastDeck", "maurice:R29")
class Draws(Frame, frozen=True, tag="draws"):
    """A player draws. When the first deck runs out, or Reshuffle comes up, the deck is made anew and he draws on."""

    seat: int
    n: int

    def ask(self, game: Maurice, state: State) -> Draw | None:
        if self.n <= 0 or not state.deck:
            return None
        # With Reshuffle in the deck each card must be looked at before the next is drawn.
        n = 1 if state.pass_through == 1 else min(self.n, len(state.deck))
        return Draw(state.deck, "maurice:4.draw", "Cards are drawn.", n=n, seen=(self.seat,))

    def run(self, game: Maurice, step: Step[State]) -> None:
        step.pop()

    def answer(self, game: Maurice, step: Step[State], choice: Outcome) -> None:
        state = step.state
        cards = tuple(int(card) for card in choice)
        deck = without(state.deck, cards)
        if cards == (game.cat.reshuffle,):
            step.set(deck=held(deck, state.discards), discards=(), pass_through=2)
            step.say(Reshuffled(last=True))
            return
        step.set(
            deck=deck,
            hands=with_seat(state.hands, self.seat, held(state.hands[self.seat], cards)),
            fresh=held(state.fresh, cards),
        )
        step.say(CardsDrawn(self.seat, tuple(sorted(cards))))
        if not deck and state.pass_through == 0:
            step.set(deck=held(state.discards, (game.cat.reshuffle,)), discards=(), pass_through=1)
            step.say(Reshuffled(last=False))
        left = self.n - len(cards)
        step.swap(*((Draws(self.seat, left),) if left else ()))
