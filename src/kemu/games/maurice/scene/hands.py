"""Beside the table: the hand as a fan of cards, how the armies stand, and the deck."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kemu.core.game import View
from kemu.core.pending import Decide
from kemu.scene import Item, Panel

from ..model.names import SIDES, dice
from ..rules.hidden import UNKNOWN, unseen

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State

SIGNS = {
    "swords": "swords: charge",
    "musket": "musket: volleys",
    "bugle": "bugle: march",
    "cannon": "cannon: bombard",
    "flag": "flag: rally",
    "tricorne": "tricorne: interrupt",
    "event": "event",
}


def shown_hand(view: View[State]) -> tuple[int, ...]:
    """Return the titles that this seat holds."""
    if view.seat is None:
        return ()
    return tuple(sorted({card for card in view.state.hands[view.seat] if card != UNKNOWN}))


def panels(game: Maurice, view: View[State], decide: Decide | None) -> tuple[Panel, ...]:
    """Return the hand first, where there is one; then the armies and the cards that everybody knows of."""
    state = view.state
    found: list[Panel] = []
    if view.seat is not None and state.hands[view.seat]:
        found.append(_hand(game, view))
    found.append(_armies(state))
    found.append(_deck(game, view))
    return tuple(found)


def _hand(game: Maurice, view: View[State]) -> Panel:
    assert view.seat is not None
    state = view.state
    hand = state.hands[view.seat]
    fresh = state.fresh if view.seat == state.active else ()
    items: list[Item] = []
    for card, n in sorted(Counter(hand).items()):
        entry = game.cat.cards[card]
        signs = ", ".join(SIGNS[symbol] for symbol in entry.symbols) or "span only"
        new = fresh.count(card)
        value = f"span {entry.span}" + (f" · ×{n}" if n > 1 else "")
        detail = f"{signs}. {entry.text}" + (f" Drawn this round: {new}, for its span only." if new else "")
        items.append(
            Item(
                id=f"card{card}",
                label=entry.title,
                value=value,
                detail=detail,
                lit=bool(new),
                source="reconstruction" if entry.source == "reconstruction" else "",
            )
        )
    return Panel(id="hand", title=f"Your hand: {dice(len(hand), 'card')}", kind="fan", items=tuple(items))


def _armies(state: State) -> Panel:
    items: list[Item] = []
    for seat in (0, 1):
        units = state.side(seat)
        disr = sum(unit.disr for unit in units)
        role = " (active)" if state.round and seat == state.active else ""
        detail = f"{dice(len(units), 'unit')},"
        detail += f" {state.lost[seat]} broken, {disr} DISR; {dice(len(state.hands[seat]), 'card')}."
        items.append(
            Item(
                id=f"army{seat}",
                label=f"{SIDES[seat]}{role}",
                value=f"{state.morale[seat]}/{state.start_morale[seat]}",
                detail=detail,
                seat=seat,
            )
        )
    return Panel(id="armies", title="Army morale", kind="score", items=tuple(items))


def _deck(game: Maurice, view: View[State]) -> Panel:
    state = view.state
    which = ("first deck", "second deck, with Reshuffle", "last deck")[state.pass_through]
    titles = game.cat.cards
    discards = Counter(state.discards)
    listed = tuple(f"{titles[card].title}{f' ×{n}' if n > 1 else ''}" for card, n in sorted(discards.items()))
    left = Counter(unseen(game.cat, state))
    out = tuple(f"{titles[card].title}{f' ×{n}' if n > 1 else ''}" for card, n in sorted(left.items()))
    items = [
        Item(id="deck", label="Deck", value=str(len(state.deck)), detail=f"{which}; not seen by you:", more=out),
        Item(id="discards", label="Discards", value=str(len(state.discards)), detail="Face up:", more=listed),
    ]
    if state.removed:
        gone = tuple(titles[card].title for card in state.removed)
        items.append(Item(id="removed", label="Out of the game", value=str(len(gone)), more=gone))
    return Panel(id="deck-panel", title="Cards", kind="tray", items=tuple(items))
