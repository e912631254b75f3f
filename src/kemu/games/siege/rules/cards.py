"""The deck (UA.1, UA.6 to UA.11): 54 cards; two aces of hearts bring the column, each joker more attackers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Outcome
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.decks import Draw

from ..model.events import CardDrawn, ColumnSighted, Reshuffled
from ..model.pieces import ATTACKERS, GARRISON
from .acting import Act
from .melee import Melees
from .reinforcements import EdgeDie, JokerEdges
from .winning import MOST_CARDS, finish

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("hearts", "diamonds", "spades", "clubs")
CARDS = (*(f"{rank} {suit}" for suit in SUITS for rank in RANKS), "joker 1", "joker 2")
NUMBERS = {card: number for number, card in enumerate(CARDS)}
FULL_DECK = (1 << len(CARDS)) - 1
ACE_OF_HEARTS = NUMBERS["A hearts"]
JOKERS = (NUMBERS["joker 1"], NUMBERS["joker 2"])


class CardUse(Struct, frozen=True):
    """What a card gives: actions for a side, and whether melees or reinforcements follow."""

    side: int
    actions: int
    resolves: bool


_SORTED = tuple((card, 1 << NUMBERS[card]) for card in sorted(CARDS))
_STACKS = tuple(sum(bit for _, bit in _SORTED[i : i + 9]) for i in range(0, len(_SORTED), 9))
"""The bits of the sorted cards in stacks of nine."""


class _Stacks(dict[int, tuple[Outcome, ...]]):
    """The draws that what is left of a stack allows, by its bits: listed when first asked for."""

    def __missing__(self, left: int) -> tuple[Outcome, ...]:
        self[left] = cards = tuple([(card,) for card, bit in _SORTED if left & bit])
        return cards


_KNOWN = _Stacks()


def remaining(deck: int) -> list[str]:
    """Return the cards in a deck, sorted by name."""
    return [card for card, bit in _SORTED if deck & bit]


class TopCard(Draw):
    """The next card of a deck that is kept as one bit a card: a draw of one card, made without sorting them anew."""

    def __init__(self, deck: int) -> None:
        self.deck = deck
        self.n = 1
        self.clause = "siege:UA.1"
        self.prompt = "The next card."
        self.seen = None

    @property
    def pool(self) -> tuple[int | str, ...]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The cards in the deck, sorted; listed only when somebody looks at them."""
        return tuple(remaining(self.deck))

    def sample(self, rng: Rng) -> Outcome:
        """Draw as from the sorted pool: one `below(cards left)` counts the cards off."""
        deck = self.deck
        count = rng.below(deck.bit_count())
        for bits in _STACKS:
            cards = _KNOWN[deck & bits]
            if count < len(cards):
                return cards[count]
            count -= len(cards)
        raise AssertionError("the deck has run out")

    def check(self, outcome: Outcome) -> Refusal | None:
        """Return None for one card that is still in the deck."""
        if len(outcome) == 1:
            number = NUMBERS.get(outcome[0]) if isinstance(outcome[0], str) else None
            if number is not None and self.deck >> number & 1:
                return None
        return super().check(outcome)


@rule("siege:UA.1", "siege:UA.2", "siege:UA.4", "siege:UA.7", "siege:DB.1")
def card_use(game: Siege, card: int, doubled: int) -> CardUse:
    """Red is the garrison's, black the attackers'; a number gives one action, a face two, an ace three; or double."""
    actions, resolves = game.ranks[RANKS[card % 13]]
    return CardUse(GARRISON if card < 26 else ATTACKERS, actions * doubled, resolves)


@rule(
    "siege:EQ.4",
    "siege:UA.1",
    "siege:UA.8",
    "siege:UA.9",
    "siege:UA.10",
    "siege:UA.11",
    "siege:WI.1",
    "siege:R25",
    "siege:R26",
)
class NextCard(Frame, frozen=True, tag="next-card"):
    """Turn over the next card."""

    def ask(self, game: Siege, state: State) -> Draw:
        if not state.deck:
            raise AssertionError("the deck has run out, which it cannot")
        return TopCard(state.deck)

    def answer(self, game: Siege, step: Step[State], choice: tuple[str]) -> None:
        card = NUMBERS[choice[0]]
        state = step.state
        deck, drawn = state.deck & ~(1 << card), state.drawn + 1
        if card in JOKERS:
            step.set(card=card, deck=deck, drawn=drawn)
            self._joker(step)
        elif card == ACE_OF_HEARTS and state.sighted:
            step.set(card=card, deck=deck, drawn=drawn)
            step.say(CardDrawn(CARDS[card], GARRISON, 0))
            finish(step, GARRISON, "The relief column arrives: the garrison is saved.", "siege:WI.1")
        else:
            frames = self._actions(game, step, card)
            sighted = state.sighted or card == ACE_OF_HEARTS
            step.set(card=card, deck=deck, drawn=drawn, sighted=sighted, stack=(*state.stack, *frames))
        if drawn >= MOST_CARDS and isinstance(step.state.stack[0], NextCard):
            finish(step, GARRISON, "The siege has lasted beyond all measure: the garrison has held.", "siege:R55")

    @rule("siege:UA.9", "siege:UA.10", "siege:UA.11", "siege:R26")
    def _joker(self, step: Step[State]) -> None:
        """Nobody acts, no melee is resolved. All cards are gathered; after the sighting just once more."""
        state = step.state
        step.say(CardDrawn(CARDS[state.card], ATTACKERS, 0))
        if not (state.sighted and state.reshuffled):
            step.set(deck=FULL_DECK, reshuffled=state.sighted)
            step.say(Reshuffled())
        step.push(JokerEdges())

    @rule("siege:UA.6", "siege:UA.8", "siege:R25")
    def _actions(self, game: Siege, step: Step[State], card: int) -> list[Frame]:
        """Return the steps that a card brings: its side's actions, then melees or reinforcements."""
        value = card_use(game, card, step.state.settings.doubled)
        step.say(CardDrawn(CARDS[card], value.side, value.actions))
        if card == ACE_OF_HEARTS:
            step.say(ColumnSighted())
        act = Act(value.side, value.actions)
        return [AfterActions(value.side), act] if value.resolves else [act]


@rule("siege:UA.6", "siege:RE.1", "siege:R32")
class AfterActions(Frame, frozen=True, tag="after-actions"):
    """After the actions of a face card or an ace melees are resolved; if there are none, reinforcements are due."""

    side: int

    def run(self, game: Siege, step: Step[State]) -> None:
        melees = step.state.melees
        if melees:
            step.swap(Melees(self.side, tuple(melee.groups[0] for melee in melees)))
        else:
            step.swap(EdgeDie())
