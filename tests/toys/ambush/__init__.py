"""Ambush: hidden hands from one deck, drawn when they are due; the passive player may interrupt."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Union

from msgspec import Struct
from msgspec.structs import replace

from kemu import Action, Decide, Event, Frame, Game, Over, Rng, Step, View, rule
from kemu.core.mind import Mind, rewards
from kemu.core.pending import Chance, Pending
from kemu.core.rng import shuffled
from kemu.parts.decks import Draw, without

DECK = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0, 0, 0)
AMBUSH = 0
BACK = -1


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Play(Action, tag="play", frozen=True):
    """Play a card for its points."""

    card: int


class Spring(Action, tag="spring", frozen=True):
    """Spring an ambush: the card just played counts for nothing."""


class Let(Action, tag="let", frozen=True):
    """Let it pass."""


class Drew(Event, frozen=True, tag="drew"):
    """A seat has drawn; only it knows what."""

    seat: int
    card: int
    under: ClassVar[str] = "ambush:1"

    def tell(self, game: Game[Any, Any]) -> str:
        what = "a card" if self.card == BACK else f"the {self.card}"
        return f"{game.seats[self.seat]} draws {what}."

    def seen_by(self, seat: int | None) -> Event | None:
        return self if seat == self.seat else replace(self, card=BACK)


class Played(Event, frozen=True, tag="played"):
    """A card lies open."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    under: ClassVar[str] = "ambush:2"

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{game.seats[self.seat]} plays {self.card}."


@rule("ambush:1")
class Turn(Frame, frozen=True, tag="turn"):
    """1: draw up to three while the deck lasts, then play a card."""

    seat: int

    def ask(self, game: Any, state: State) -> Decide | Chance | Over | None:
        hand = state.hands[self.seat]
        if len(hand) < 3 and state.deck:
            return Draw(state.deck, "ambush:1", seen=(self.seat,))
        if not hand:
            if not state.hands[1 - self.seat]:
                best = None if state.points[0] == state.points[1] else int(state.points[1] > state.points[0])
                return Over(best, "cards are out", "ambush:1", tuple(float(p) for p in state.points))
            return None
        return Decide(self.seat, f"Play one of {hand}.", "ambush:2", tuple(Play(card) for card in sorted(set(hand))))

    def run(self, game: Any, step: Step[State]) -> None:
        """No card to play: the other goes on."""
        step.swap(Turn(1 - self.seat))

    def answer(self, game: Any, step: Step[State], choice: Any) -> None:
        hands = list(step.state.hands)
        if isinstance(choice, Play):
            hands[self.seat] = without(hands[self.seat], (choice.card,))
            step.say(Played(self.seat, choice.card))
            step.set(hands=tuple(hands), shown=tuple(sorted((*step.state.shown, choice.card))))
            step.swap(Turn(1 - self.seat), Interrupt(1 - self.seat, choice.card))
        else:
            hands[self.seat] = tuple(sorted((*hands[self.seat], choice[0])))
            step.say(Drew(self.seat, choice[0]))
            step.set(hands=tuple(hands), deck=without(step.state.deck, choice))


@rule("ambush:3")
class Interrupt(Frame, frozen=True, tag="interrupt"):
    """3: the passive player may spring an ambush. He is asked whether he holds one or not: asking tells nothing."""

    seat: int
    card: int

    def ask(self, game: Any, state: State) -> Decide:
        springs: tuple[Action, ...] = (Spring(),) if AMBUSH in state.hands[self.seat] else ()
        return Decide(self.seat, "Let it pass?", "ambush:3", (Let(), *springs))

    def answer(self, game: Any, step: Step[State], choice: Let | Spring) -> None:
        if isinstance(choice, Spring):
            hands = list(step.state.hands)
            hands[self.seat] = without(hands[self.seat], (AMBUSH,))
            step.say(Played(self.seat, AMBUSH))
            step.set(hands=tuple(hands), shown=tuple(sorted((*step.state.shown, AMBUSH))))
        else:
            points = list(step.state.points)
            points[1 - self.seat] += self.card
            step.set(points=tuple(points))
        step.pop()


class State(Struct, frozen=True):
    stack: tuple[Union[Turn, Interrupt], ...]  # noqa: UP007
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    deck: tuple[int, ...]
    shown: tuple[int, ...]
    points: tuple[int, int]


class Points(Mind[Any]):
    """Who has more points stands better."""

    def value(self, state: State, pending: Pending, rng: Rng) -> tuple[float, float]:
        if isinstance(pending, Over):
            return rewards(pending, 2)
        lead = (state.points[0] - state.points[1]) / sum(DECK)
        return lead, -lead


class AmbushGame(Game[State, Settings]):
    """Hidden hands, one deck."""

    id: ClassVar[str] = "ambush"
    title: ClassVar[str] = "Ambush"
    seats: ClassVar[tuple[str, ...]] = ("fox", "hare")
    hides: ClassVar[bool] = True
    settings_type: ClassVar[type[Any]] = Settings
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = Play | Spring | Let
    folder: ClassVar[Path] = Path(__file__).parent

    def bound(self, settings: Settings) -> int:
        return 3 * len(DECK)

    def opening(self, settings: Settings) -> State:
        return State((Turn(0),), ((), ()), DECK, (), (0, 0))

    def view(self, state: State, seat: int | None) -> View[State]:
        """The other hand and the deck lie face down."""
        hands = tuple(hand if s == seat else (BACK,) * len(hand) for s, hand in enumerate(state.hands))
        return View(seat, replace(state, hands=hands, deck=(BACK,) * len(state.deck)))

    def redeal(self, view: View[State], rng: Rng) -> State:
        """Deal what is neither shown nor in the seat's own hand."""
        state = view.state
        own = () if view.seat is None else state.hands[view.seat]
        unseen = list(without(DECK, (*state.shown, *own)))
        shuffled(unseen, rng)
        hands: list[tuple[int, ...]] = []
        for seat, hand in enumerate(state.hands):
            if seat == view.seat:
                hands.append(hand)
            else:
                hands.append(tuple(sorted(unseen[: len(hand)])))
                del unseen[: len(hand)]
        return replace(state, hands=tuple(hands), deck=tuple(sorted(unseen)))

    @cached_property
    def mind(self) -> Mind[Any]:
        return Points(self)
