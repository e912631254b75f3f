"""What the side whose part begins can strike at: for a searching player, who looks no further than his own part.

What was learned (`between.py`) knows what usually becomes of such a position, not what becomes of this one: that the
king has been left alone, say. So the three most promising strikes are chosen by formula, and weighed by what they
are likely to come to (`forecast.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .catalogue import bits
from .clash import End, ends
from .might import takes

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State

CANOES = 2
"""A strike comes with so many canoes; a card may allow more, or fewer."""
RECRUITS = 2
"""So many warriors are counted on to be recruited before it, if the box has them; cards give one or two units."""
STRIKES = 3
"""So many strikes are weighed, and one on foot beside them."""
FEW = 2
"""Each ends in about so many ways: there are many of them to look at."""
VAIN, DESPERATE = 0.25, 0.02
"""A strike less likely to succeed than this is not looked at; by a side that is lost if it waits, than this."""
CHIEF, SPACE = 20.0, 4.0
"""What a chief counts for, and a space, in strength: only to say which strikes promise most."""


class Strike(NamedTuple):
    """Whom a side could send where, and how that may end."""

    at: int
    force: int
    ends: list[End]
    afoot: bool = False
    """All of them come from the island's other space: that is hard to overlook."""

    def taken(self) -> float:
        """Return how likely it succeeds."""
        return sum(end.likely for end in self.ends if end.taken)


def strikes(game: Hawaii, state: State, places: tuple[int, ...], seat: int, *, must: bool = False) -> list[Strike]:
    """Return how the most promising strikes of the seat whose part begins may end.

    Who `must` strike, because the game is lost if he waits, looks at the surest one for every space.

    The best come by canoe, or those come who stand on the island's other space, or both; with chiefs or without. Those
    whom the seat can recruit come with them.
    """
    cat, weigh = game.cat, game.might
    owned, on_map = cat.owned[state.kauai + 1], sum(places[: cat.n])
    mine, theirs = owned[seat] & cat.fighters & on_map, owned[1 - seat] & cat.fighters
    chiefs = cat.chiefs[seat]
    canoes = min((owned[seat] & cat.canoes & on_map).bit_count(), CANOES)
    recruits = _recruits(game, places, seat, theirs)
    ready = sorted(bits((mine | recruits) & ~cat.leaders), key=weigh.of_unit.__getitem__, reverse=True)
    lifted = sum(1 << unit for unit in ready[: 2 * canoes])
    by_canoe = lifted | mine & cat.leaders if lifted else 0
    found: list[tuple[float, int, int, int, bool]] = []
    for at in range(cat.n):
        here = places[at] & theirs
        if not here:
            continue
        defence = weigh(here)
        prize = defence + SPACE + (CHIEF if here & cat.chiefs[1 - seat] else 0.0)
        near, other = 0, cat.other[at]
        if other >= 0 and not places[other] & theirs:
            near = places[other] & mine | sum(1 << unit for unit in bits(recruits) if cat.home_in[unit] >> other & 1)
        both = near | by_canoe
        forces = {both} if must else {by_canoe, by_canoe & ~chiefs, near, near & ~chiefs}
        if near and not must:
            forces |= {both, both & ~chiefs}
        for force in forces:
            attack = weigh(force)
            wins = takes(attack, defence, wall=cat.fort[at])
            if wins > (DESPERATE if must else VAIN):
                stake = attack + (CHIEF if force & chiefs else 0.0)
                found.append((wins * prize - (1.0 - wins) * stake, at, force, here, not force & ~near))
    found.sort(reverse=True)
    chosen = found if must else found[:STRIKES]
    if not any(afoot for *_, afoot in chosen):
        chosen += [strike for strike in found[STRIKES:] if strike[-1]][:1]
    return [
        Strike(at, force, ends(game, at, (force, here), seat, wall=cat.fort[at], kinds=FEW), afoot)
        for _, at, force, here, afoot in chosen
    ]


def _recruits(game: Hawaii, places: tuple[int, ...], seat: int, theirs: int) -> int:
    """Return who is likely to be recruited before a strike: the strongest warriors in the box with room at home."""
    cat = game.cat
    free = sum(1 << at for at in range(cat.n) if not places[at] & theirs)
    able = [unit for unit in bits(places[cat.boxes[seat]] & cat.warriors) if cat.home_in[unit] & free]
    able.sort(key=game.might.of_unit.__getitem__, reverse=True)
    return sum(1 << unit for unit in able[:RECRUITS])
