"""Chapter 3: what each player knows of the cards, and a deal at random that fits it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.rng import Rng, shuffled

from ..model.units import BW
from .morale import with_seat

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.catalogue import Catalogue
    from ..model.state import State

UNKNOWN = -1
TRIES = 200


@rule("maurice:3.hand")
def seen_by(state: State, seat: int | None) -> State:
    """Hands are hidden but for their number, and for cards that the other player has seen; so is the deck's content."""
    hands = state.hands
    for side in (0, 1):
        if side != seat:
            known = state.shown[side] if seat is not None else ()
            hidden = (UNKNOWN,) * (len(hands[side]) - len(known))
            hands = with_seat(hands, side, (*hidden, *known))
    return replace(
        state,
        hands=hands,
        shown=state.shown if seat is not None else ((), ()),
        fresh=state.fresh if seat == state.active else (UNKNOWN,) * len(state.fresh),
        deck=(UNKNOWN,) * len(state.deck),
    )


@rule("maurice:3.hand")
def redealt(game: Maurice, view: State, seat: int | None, rng: Rng) -> State:
    """Deal what is not seen: each way that fits is equally likely. A hand that pays, or is about to, can pay."""
    cat = game.cat
    for side in (0, 1):
        if UNKNOWN in view.hands[side]:
            break
    else:
        if UNKNOWN not in view.deck:
            return view
    pool = unseen(cat, view)
    due = _due(game, view) if UNKNOWN in view.hands[view.active] else 0
    hands, dealt = view.hands, list(pool)
    for attempt in range(TRIES):
        shuffled(pool, rng)
        dealt = list(pool)
        hands = view.hands
        for side in (0, 1):
            known = [card for card in view.hands[side] if card != UNKNOWN]
            n = len(view.hands[side]) - len(known)
            if side == view.active and due and attempt == TRIES - 1:
                dealt.sort(key=lambda card: cat.cards[card].span)
            known += [dealt.pop() for _ in range(n)]
            hands = with_seat(hands, side, tuple(sorted(known)))
        if not due or sum(cat.cards[card].span for card in hands[view.active]) * BW >= due:
            break
    deck = (*dealt, cat.reshuffle) if view.pass_through == 1 else tuple(dealt)
    return replace(view, hands=hands, deck=tuple(sorted(deck)), fresh=_fresh(view, hands, rng))


def unseen(cat: Catalogue, view: State) -> list[int]:
    """Return the cards that are in no place where this view sees them."""
    left = Counter(cat.full)
    for cards in (*view.hands, view.discards, view.removed, view.played):
        left.subtract(card for card in cards if card != UNKNOWN)
    return sorted(left.elements())


def _due(game: Maurice, view: State) -> int:
    """Return how far the active hand must reach for the pause to be what it is."""
    from .activation import NameForce, Paying
    from .forces import distance, plain, serves

    top = view.stack[-1]
    if isinstance(top, NameForce):
        able = (units for units in plain(game, view, top.action) if serves(game, view, top.action, units) is None)
        return min((away for units in able if (away := distance(game, view, units)) is not None), default=0)
    return max(0, top.distance - top.spent) if isinstance(top, Paying) else 0


def _fresh(view: State, hands: tuple[tuple[int, ...], tuple[int, ...]], rng: Rng) -> tuple[int, ...]:
    """Return which cards of the active hand were drawn in this round: none that the other player knew before."""
    if UNKNOWN not in view.fresh:
        return view.fresh
    among = list(hands[view.active])
    for card in view.shown[view.active]:
        among.remove(card)
    shuffled(among, rng)
    return tuple(sorted(among[: len(view.fresh)]))
