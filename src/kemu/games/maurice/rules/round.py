"""Chapter 4: the round, from its beginning to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Decide

from ..model.actions import Spend
from ..model.events import RoundBegins, Spent
from . import command
from .cards import spend
from .cinc import CinCLoss, MovingCinC, displace
from .command_choice import CommandChoice
from .morale import Finished
from .volleys import CallVolleys

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State


@rule("maurice:4.round", "maurice:1.active", "maurice:R31")
class Round(Frame, frozen=True, tag="round"):
    """Volleys, the command choice, the commander; then the round is cleared up and the other side is active."""

    def run(self, game: Maurice, step: Step[State]) -> None:
        state = step.state
        active = state.active if state.round == 0 else 1 - state.active
        step.set(
            round=state.round + 1,
            active=active,
            fresh=(),
            fired=0,
            modified=(0, 0),
            interrupted=False,
            effects=(),
            displaced=0,
        )
        step.say(RoundBegins(active, state.round + 1))
        bare = not state.hands[active]
        for frame in (Cleanup(), MovingCinC(), CommandChoice(bare), CallVolleys()):
            step.push(frame)


@rule("maurice:R25", "maurice:3.limit", "maurice:6.displaced", "maurice:4.nightfall", "maurice:R30")
class Cleanup(Frame, frozen=True, tag="cleanup"):
    """Commanders whom friends sit on are displaced, displaced ones paid for, and hands cut down to the limit."""

    stage: int = 0

    def run(self, game: Maurice, step: Step[State]) -> None:
        state = step.state
        order = (1 - state.active, state.active)  # the last one pushed comes first
        stage = self.stage
        if stage == 0 and not any(command.sat_on(game.field(state), seat) for seat in order):
            stage = 1
        if stage == 1 and not state.displaced:
            stage = 2
        if stage == 2 and all(len(hand) <= game.cat.limit for hand in state.hands):
            stage = 3
        if stage < 3:
            step.swap(Cleanup(stage + 1))
        if stage == 0:
            for seat in order:
                if command.sat_on(game.field(state), seat):
                    displace(step, seat)
        elif stage == 1:
            for seat in order:
                if state.displaced >> seat & 1:
                    step.push(CinCLoss(seat))
        elif stage == 2:
            for seat in order:
                if len(state.hands[seat]) > game.cat.limit:
                    step.push(TooMany(seat))
        else:
            step.pop()
            if state.empty_passes >= 2:
                step.set(stack=(Finished(None),))


@rule("maurice:3.limit", "maurice:R25")
class TooMany(Frame, frozen=True, tag="too-many"):
    """Nobody ends a round with more cards than the limit: he chooses which to discard."""

    seat: int

    def ask(self, game: Maurice, state: State) -> Decide | None:
        hand = state.hands[self.seat]
        over = len(hand) - game.cat.limit
        if over <= 0:
            return None
        options = tuple(Spend(card) for card in sorted(set(hand)))
        prompt = f"Discard down to {game.cat.limit} cards: {over} too many."
        return Decide(self.seat, prompt, "maurice:3.limit", options, waiting="Cards are discarded.")

    def run(self, game: Maurice, step: Step[State]) -> None:
        step.pop()

    def answer(self, game: Maurice, step: Step[State], choice: Spend) -> None:
        spend(step, self.seat, choice.card)
        step.say(Spent(self.seat, choice.card, "discards", "maurice:3.limit"))
