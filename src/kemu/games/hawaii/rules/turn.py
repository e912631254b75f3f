"""7: how to play. The sequence of a turn: two parts, each of card, recruiting, movement and battles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Decide

from ..model.actions import Discard, Hold
from ..model.events import CardHeld, PartBegan, Shuffled
from .battle import BattlePhase
from .board import altered, with_seat
from .cards import DrawCard
from .movement import Moving
from .recruiting import Recruiting
from .victory import end, occupation

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State


@rule("hawaii:7.1", "hawaii:7.2", "hawaii:5.1", "hawaii:R3")
class PartStart(Frame, frozen=True, tag="part"):
    """7.2: a side's part begins. Before anything else, and only now, it may have won by occupation."""

    seat: int

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """Look for the victory; then the phases, in the printed order."""
        if occupation(game, step.state, self.seat):
            end(step, self.seat, "occupation", "hawaii:5.1")
            return
        step.set(stack=PHASES[self.seat], card=-1, again=False, fleet=0, walked=0, rode=0, sailed=0, cargo=())


@rule("hawaii:7.2", "hawaii:8.0", "hawaii:8.1", "hawaii:R10", "hawaii:R11")
class PartEnd(Frame, frozen=True, tag="end"):
    """7.2 (9), 8.0: the drawn card is discarded, or held if its event may be kept; then the next part begins."""

    seat: int

    def ask(self, game: Hawaii, state: State) -> Decide | None:
        """Ask whether a card whose event has not happened is to be held."""
        if state.card < 0 or not state.held[self.seat] >> state.card & 1:
            return None
        card = game.cat.cards[state.card]
        prompt = f"Hold {card.title} for its event, or discard it? {card.text}"
        return Decide(self.seat, prompt, "hawaii:8.1", (Hold(card.id), Discard(card.id)), waiting="A card may be held.")

    def answer(self, game: Hawaii, step: Step[State], choice: Hold | Discard) -> None:
        """Keep it, face up, or let it go."""
        kept = isinstance(choice, Hold)
        step.say(CardHeld(self.seat, choice.card, kept))
        self._next(game, step, step.state.card if kept else -1)

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """Nothing to hold."""
        self._next(game, step, -1)

    def _next(self, game: Hawaii, step: Step[State], kept: int) -> None:
        state, seat = step.state, self.seat
        discards, held = state.discards, state.held
        if state.card >= 0 and kept < 0:
            bit = 1 << state.card
            discards = with_seat(discards, seat, discards[seat] | bit)
            held = with_seat(held, seat, held[seat] & ~bit)
        # The Allied Chiefs' part follows Kamehameha's; after theirs `next_turn` says what does.
        step.state = altered(state, discards=discards, held=held, stack=CHIEFS, card=-1)
        if seat == 0:
            step.say(PartBegan(state.month, 1))
        else:
            next_turn(game, step)


PHASES = tuple((PartEnd(seat), BattlePhase(seat), Moving(seat), Recruiting(seat), DrawCard(seat)) for seat in (0, 1))
"""A part's phases, the first on top: shared by all states."""
TURN, CHIEFS = (PartStart(0),), (PartStart(1),)


@rule("hawaii:7.1", "hawaii:7.2", "hawaii:5.3", "hawaii:6.1", "hawaii:R4")
def next_turn(game: Hawaii, step: Step[State]) -> None:
    """The next month begins. There is none after November: a tie, whatever anybody holds.

    In the long game all nine cards of each side are shuffled when those played in a fixed order are through.
    """
    state, cat = step.state, game.cat
    length = state.settings.length
    if state.month == cat.last[length]:
        end(step, None, "tie", "hawaii:5.3")
        return
    step.set(stack=TURN, month=state.month + 1, card=-1)
    if state.month == cat.shuffle_after[length]:
        held = state.held
        step.set(decks=(cat.deck[0] & ~held[0], cat.deck[1] & ~held[1]), discards=(0, 0))
        step.say(Shuffled(0, "hawaii:6.1"))
        step.say(Shuffled(1, "hawaii:6.1"))
    step.say(PartBegan(state.month + 1, 0))
