"""8.1: events that have their moment in a battle: held cards, and the battle bonus of the card in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kemu.core.clauses import rule
from kemu.core.frames import Step

from ..catalogue import bits
from .board import with_seat

if TYPE_CHECKING:
    from .. import Hawaii
    from ..state import State
    from .battle import Battle


def in_battle(state: State) -> Battle | None:
    """Return the battle that is being fought: it stands on the phase, which stands on the part's end."""
    frame: Any = state.stack[2] if len(state.stack) > 2 else None
    return frame if hasattr(frame, "used") else None


@rule("hawaii:8.0", "hawaii:8.1", "hawaii:R11", "hawaii:R12")
def events_for(game: Hawaii, state: State, seat: int, moment: str) -> list[str]:
    """Return the cards whose event this seat could use now: one event of his own cards a battle."""
    battle = in_battle(state)
    if battle is not None and battle.used >> seat & 1:
        return []
    cards = bits(state.held[seat])
    if state.card >= 0 and game.cat.cards[state.card].seat == seat and state.card not in cards:
        cards.append(state.card)
    return [game.cat.cards[card].id for card in cards if game.cat.cards[card].effect(moment) is not None]


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
