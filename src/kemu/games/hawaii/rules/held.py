"""8.1, 8.2: events that have their moment in a battle: held cards, and the battle bonus of the card in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide
from kemu.parts.bits import bits

from ..model.actions import Decline, Use
from ..model.effects import Column
from ..model.events import CardUsed
from .board import own, shifted, with_seat

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State
    from .stages import Battle


def in_battle(state: State) -> Battle | None:
    """Return the battle that is being fought: it stands on the phase, which stands on the part's end."""
    from .stages import Battle  # a battle knows the cards

    frame = state.stack[2] if len(state.stack) > 2 else None
    return frame if isinstance(frame, Battle) else None


@rule("hawaii:8.0", "hawaii:8.1", "hawaii:R11", "hawaii:R12")
def events_for(game: Hawaii, state: State, seat: int, moment: str) -> list[str]:
    """Return the cards whose event this seat could use now: one event of his own cards a battle."""
    battle = in_battle(state)
    if battle is not None and battle.used >> seat & 1:
        return []
    cat = game.cat
    cards = bits(state.held[seat])
    # The card of this part has its own bonus; one that is held is among the held ones until its event is spent.
    if state.card >= 0 and cat.cards[state.card].seat == seat and not cat.cards[state.card].held:
        cards.append(state.card)
    return [cat.cards[card].id for card in cards if moment in cat.cards[card].moments]


def told(game: Hawaii, cards: list[str]) -> str:
    """Return what the cards say, for whoever is asked whether to use one."""
    each = [game.cat.cards[game.cat.card[card]] for card in cards]
    return each[0].text if len(each) == 1 else " ".join(f"{card.title}: {card.text}" for card in each)


@rule("hawaii:8.1", "hawaii:R11", "hawaii:R12")
def spend(game: Hawaii, step: Step[State], seat: int, card: str) -> None:
    """The event happens: no other of this seat's cards has one in this battle, and a held card is discarded."""
    state = step.state
    bit = 1 << game.cat.card[card]
    battle = in_battle(state)
    if battle is not None:
        step.set(stack=(*state.stack[:2], battle.with_used(seat), *state.stack[3:]))
    if state.held[seat] & bit:
        step.set(
            held=with_seat(state.held, seat, state.held[seat] & ~bit),
            discards=with_seat(state.discards, seat, state.discards[seat] | bit),
        )


@rule("hawaii:8.2", "hawaii:R11", "hawaii:R12", "hawaii:R13", "hawaii:R37")
class UseCard(Frame, frozen=True, tag="use"):
    """8.2: the moment of a card has come: its owner may let its event happen, or decline."""

    seat: int
    moment: str

    def ask(self, game: Hawaii, state: State) -> Decide:
        """Ask."""
        cards = events_for(game, state, self.seat, self.moment)
        titles = " or ".join(game.cat.cards[game.cat.card[card]].title for card in cards)
        options: tuple[Action, ...] = (*(Use(card) for card in cards), Decline(cards[0]))
        prompt = f"Use {titles} in this battle? {told(game, cards)}"
        return Decide(self.seat, prompt, "hawaii:8.2", options, waiting="A card may be used.")

    def answer(self, game: Hawaii, step: Step[State], choice: Use | Decline) -> None:
        """Let it happen, or not."""
        cat = game.cat
        step.pop()
        if isinstance(choice, Decline):
            return
        step.say(CardUsed(self.seat, choice.card))
        spend(game, step, self.seat, choice.card)
        battle = cast("Battle", step.state.stack[-1])
        if self.moment == "battle":
            kinds = cast(Column, cat.cards[cat.card[choice.card]].effect("battle")).kinds
            gilt = sum(1 << i for i, counter in enumerate(cat.counters) if counter.kind in kinds)
            battle.go(step, battle.stage, gilt=gilt & own(game, step.state, self.seat))
        elif self.moment == "defend":
            battle.go(step, battle.stage, works=True)
            step.set(places=shifted(step.state.places, cat.works, battle.at))
        else:
            battle.go(step, battle.stage, cliff=True)
