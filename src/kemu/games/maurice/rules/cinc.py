"""Chapter 6: the commander in chief moves, is displaced, and what that costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Decide

from ..model.actions import Spend, Stay
from ..model.events import CinCMoved, Spent
from ..model.moves import Displace, MoveCinC
from . import command
from .cards import spend
from .morale import shift_morale, with_seat

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State


@rule("maurice:6.cinc", "maurice:6.cincCost", "maurice:R25", "maurice:R31", "maurice:R34")
class MovingCinC(Frame, frozen=True, tag="moving-cinc"):
    """At the end of his round the active player may move his commander anywhere, for a card of any span."""

    moved: bool = False

    def ask(self, game: Maurice, state: State) -> Decide | None:
        seat = state.active
        if not state.hands[seat] or (self.moved and len(state.hands[seat]) == 1):
            return None
        if self.moved:
            options = tuple(Spend(card) for card in sorted(set(state.hands[seat])))
            prompt = "Discard a card for moving the commander."
            return Decide(seat, prompt, "maurice:6.cincCost", options, waiting="A card is discarded.")
        free = command.CinCMove(game.field(state), seat)
        prompt = "Move your commander for a card, or leave him where he is."
        waiting = "The commander may move."
        return Decide(seat, prompt, "maurice:6.cinc", (Stay(),), free=free, waiting=waiting)

    def run(self, game: Maurice, step: Step[State]) -> None:
        """Without a card he stays; the only card pays for him, and nobody is asked which."""
        hand = step.state.hands[step.state.active]
        self.answer(game, step, Spend(hand[0]) if self.moved else Stay())

    def answer(self, game: Maurice, step: Step[State], choice: Stay | MoveCinC | Spend) -> None:
        seat = step.state.active
        if isinstance(choice, Stay):
            step.pop()
        elif isinstance(choice, Spend):
            spend(step, seat, choice.card)
            step.say(Spent(seat, choice.card, "discards", "maurice:6.cincCost"))
            step.pop()
        else:
            step.set(cinc=with_seat(step.state.cinc, seat, (choice.x, choice.y)))
            step.say(CinCMoved(seat, displaced=False))
            step.swap(MovingCinC(moved=True))


@rule("maurice:6.displaced")
def displace(step: Step[State], side: int) -> None:
    """A commander is displaced: his owner will set him down, and pay for it at the end of the round."""
    step.set(displaced=step.state.displaced | 1 << side)
    step.push(Displaced(side))


@rule("maurice:6.displaced", "maurice:6.displacedTo", "maurice:R34")
class Displaced(Frame, frozen=True, tag="displaced"):
    """The owner of a displaced commander sets him down at one of the nearest clear places."""

    side: int

    def ask(self, game: Maurice, state: State) -> Decide | None:
        free = command.Displacement(game.field(state), self.side)
        if not free.spots:
            return None
        prompt = "Your commander is displaced: set him down."
        return Decide(self.side, prompt, "maurice:6.displacedTo", (), free=free, waiting="A commander is displaced.")

    def run(self, game: Maurice, step: Step[State]) -> None:
        """A table without any clear place leaves him where he is."""
        step.pop()

    def answer(self, game: Maurice, step: Step[State], choice: Displace) -> None:
        step.set(cinc=with_seat(step.state.cinc, self.side, (choice.x, choice.y)))
        step.say(CinCMoved(self.side, displaced=True))
        step.pop()


@rule("maurice:6.displacedLoss", "maurice:R25")
class CinCLoss(Frame, frozen=True, tag="cinc-loss"):
    """The owner of a commander who was displaced in this round discards a card, or else loses one morale."""

    seat: int

    def ask(self, game: Maurice, state: State) -> Decide | None:
        hand = state.hands[self.seat]
        if len(hand) < 2:
            return None
        options = tuple(Spend(card) for card in sorted(set(hand)))
        prompt = "Your commander was displaced: discard a card."
        return Decide(self.seat, prompt, "maurice:6.displacedLoss", options, waiting="A card is discarded.")

    def run(self, game: Maurice, step: Step[State]) -> None:
        hand = step.state.hands[self.seat]
        if hand:
            self.answer(game, step, Spend(hand[0]))
            return
        step.pop()
        shift_morale(step, self.seat, -1, "maurice:6.displacedLoss")

    def answer(self, game: Maurice, step: Step[State], choice: Spend) -> None:
        spend(step, self.seat, choice.card)
        step.say(Spent(self.seat, choice.card, "discards", "maurice:6.displacedLoss"))
        step.pop()
