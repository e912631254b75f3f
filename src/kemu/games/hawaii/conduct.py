"""How the other side plays, as it shows in where it stands: for searching players.

Who plays at random leaves his chiefs where they can be struck at, scatters his people over the islands and divides
those at home; who knows what he does keeps them together. How much each of these says was learned from games of
players of both kinds (`kemu.lab.hawaii`): `learned.json` has the weights by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kemu.core.game import Impression, View

from .catalogue import MONTHS, bits
from .might import takes
from .reply import CANOES
from .rules.victory import Finished

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State

SURE = 0.9
"""A post that falls to a strike more often than this is weakly held."""
SIGNS = (
    "a chief can be beaten",
    "strength divided at home",
    "posts weakly held",
    "share of the strongest post",
    "share of chiefs in it",
    "strength on the map",
    "month",
    "always",
)
"""What is looked at, in the order of `signs`."""


def impression(game: Hawaii, view: View[State]) -> Impression | None:
    """Return how the other side seems to play, in a part of one's own; it must have had one before."""
    state, seat = view.state, view.seat
    first: Any = state.stack[0]
    if seat is None or isinstance(state.stack[-1], Finished) or first.seat != seat:
        return None
    begins = MONTHS.index(game.cat.lengths[state.options.length].first) + 1
    if seat == 0 and state.month == begins:
        return None
    weights = game.judge.conduct[1 - seat]
    odds = sum(value * weight for value, weight in zip(signs(game, state, 1 - seat), weights, strict=True))
    return Impression(state.month, odds)


def signs(game: Hawaii, state: State, side: int) -> list[float]:
    """Return what shows how a side has played."""
    cat, weigh, places = game.cat, game.might, state.places[: game.cat.n]
    owned, on_map = cat.owned[state.kauai + 1], sum(places)
    posts = [weigh(here & owned[side] & cat.fighters) for here in places]
    others = owned[1 - side] & on_map
    canoes = min((others & cat.canoes).bit_count(), CANOES)
    led = weigh(others & cat.leaders)
    strike = weigh.best(others & cat.fighters & ~cat.leaders, 2 * canoes) + led if canoes else 0.0
    falls = [takes(strike, post, wall=cat.fort[at]) if post else 0.0 for at, post in enumerate(posts)]
    chiefs = [at for chief in bits(cat.chiefs[side]) for at, here in enumerate(places) if here >> chief & 1]
    strongest = max(range(cat.n), key=posts.__getitem__)
    total = sum(posts)
    divided = sum(min(posts[at], posts[other]) for at, other in enumerate(cat.other[: cat.n]) if other > at)
    return [
        max((falls[at] for at in chiefs), default=0.0),
        divided / 5,
        float(sum(fall > SURE for fall in falls)),
        posts[strongest] / total if total else 0.0,
        chiefs.count(strongest) / len(chiefs) if chiefs else 0.0,
        total / 20,
        state.month / 10,
        1.0,
    ]
