"""Actions in a few words, for buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.pending import Action

from ..model.actions import (
    Attack,
    Decline,
    Discard,
    Done,
    Drown,
    Fire,
    Hold,
    Land,
    Launch,
    Load,
    Lose,
    Place,
    PutToSea,
    Retreat,
    Sail,
    SendHome,
    Sighted,
    Use,
    Wait,
    Walk,
    Wreck,
)
from ..model.catalogue import PANIC
from ..rules.fight import Fight
from ..rules.movement import Loading

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State


def label(game: Hawaii, state: State, action: Action) -> str:
    """Return the action in a few words."""
    cat, top = game.cat, state.stack[-1]

    def space(at: str) -> str:
        return cat.spaces[cat.space[at]].name

    def title(card: str) -> str:
        return cat.cards[cat.card[card]].title

    def here(unit: str) -> str:
        place = next(i for i, there in enumerate(state.places) if there >> cat.index[unit] & 1)
        return cat.spaces[place].name if place < cat.n else ""

    match action:
        case Place(unit, at):
            return f"{cat.name(unit)} to {space(at)}"
        case Walk(unit):
            other = next((b for a, b in cat.crossings if state.places[a] >> cat.index[unit] & 1), -1)
            walk = "Move" if cat.canoes >> cat.index[unit] & 1 else "Walk"
            return f"{walk} {cat.name(unit)} to {cat.spaces[other].name}" if other >= 0 else f"{walk} {cat.name(unit)}"
        case Sail(canoe):
            return f"Send the canoes of {here(canoe)}"
        case Load(unit):
            return f"Take {cat.name(unit)} on board in {here(unit)}"
        case Land(at):
            empty = isinstance(top, Loading) and not top.load
            return f"Sail empty to {space(at)}" if empty else f"Land in {space(at)}"
        case Done():
            return "Done moving"
        case Attack(at):
            return f"Fight for {space(at)}"
        case Launch(unit):
            return f"Launch {cat.name(unit)} from {here(unit)}"
        case PutToSea():
            return "Put to sea"
        case Wait():
            return "Wait ashore"
        case Fire(unit):
            dice = cat.strength[cat.index[unit]]
            return f"Fire {cat.name(unit)}: {dice} {'die' if dice == 1 else 'dice'}"
        case Lose(unit):
            flips = isinstance(top, Fight) and top.result == PANIC and not top.panicked >> cat.index[unit] & 1
            return cat.does(unit, "panics" if flips else "is eliminated")
        case Retreat(at):
            return f"Retreat to {space(at)}"
        case Wreck(canoe):
            return f"Lose the canoes of {here(canoe)}" if here(canoe) else f"Lose {canoe}"
        case Drown(unit):
            return f"Lose {cat.name(unit)}"
        case SendHome(unit):
            return f"Send {cat.name(unit)} home from {here(unit)}"
        case Use(card):
            return f"Use {title(card)}"
        case Decline(card):
            return f"Do not use {title(card)}"
        case Sighted(yes):
            return "The fleet is sighted" if yes else "The fleet is not sighted"
        case Hold(card):
            return f"Hold {title(card)}"
        case Discard(card):
            return f"Discard {title(card)}"
        case _:
            return game.notation(action)
