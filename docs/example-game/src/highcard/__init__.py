"""High Card: a small complete game with hidden hands, to begin a game of your own from."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace

from kemu import Decide, Game, Refusal, Rng, Touch, View
from kemu.core.mind import Mind
from kemu.core.pending import Action
from kemu.core.rng import shuffled
from kemu.parts.decks import without

from .model.actions import BACK, CARDS, Play
from .model.state import Settings, State
from .rules import Deal, Trick

__all__ = ["HighCard", "Play", "Settings", "State"]


class HighCard(Game[State, Settings]):
    """Nine cards, four in each hand."""

    settings_type: ClassVar[type[Any]] = Settings
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = Play
    folder: ClassVar[Path] = Path(__file__).parent
    hides: ClassVar[bool] = True

    def opening(self, settings: Settings) -> State:
        """Return the state before the deal."""
        return State((Deal(),))

    def bound(self, settings: Settings) -> int:
        """Eight cards are dealt and played."""
        return 16

    def view(self, state: State, seat: int | None) -> View[State]:
        """Return the state with the other hand face down."""
        hands = tuple(hand if of == seat else (BACK,) * len(hand) for of, hand in enumerate(state.hands))
        return View(seat, replace(state, hands=hands))

    def redeal(self, view: View[State], rng: Rng) -> State:
        """Return a full state at random that has this view: the unseen cards are dealt anew."""
        state = view.state
        own = () if view.seat is None else state.hands[view.seat]
        unseen = list(without(CARDS, (*own, *state.open)))
        shuffled(unseen, rng)
        hands: list[tuple[int, ...]] = []
        for seat, hand in enumerate(state.hands):
            hands.append(hand if seat == view.seat else tuple(sorted(unseen.pop() for _ in hand)))
        return replace(state, hands=tuple(hands))

    def explain(self, view: View[State], decide: Decide, intent: Action | Touch) -> Refusal:
        """Say why a card cannot be played."""
        if isinstance(intent, Play) and isinstance(view.state.stack[-1], Trick):
            return Refusal(f"You do not hold the {intent.card}.", decide.clause)
        return super().explain(view, decide, intent)

    @cached_property
    def mind(self) -> Mind[Any]:
        """What opponents know."""
        from .mind import HighCardMind

        return HighCardMind(self)
