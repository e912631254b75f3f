"""What makes a position good: for the opponents, never for the rules.

Four things count: dice on the map, spaces towards an occupation victory, the chances that chiefs fall, and whether a
fort lies open. Where both sides stand in a space, the battle to come is weighed by a formula that follows the exact
odds within a few points (`odds.py` has these; here speed matters more).

Where the numbers come from. The formulas of a battle are fitted to the exact odds of 231 random battles, with and
without a wall: the chance to take the space is off by four points on average. The weights of the outlook began as a
logistic regression on 264 games of middling players (how the game ended, from 3,128 beginnings of a part): there dice
and a king in danger count for much, and for as much in October as in March, and spaces held for little. What the
regression cannot see (that somebody must go for a victory) was kept, at about half of what we had guessed before.
"""

from __future__ import annotations

from math import exp, sqrt, tanh
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from .catalogue import MONTHS, Catalogue, bits
from .rules.board import shifted
from .rules.fight import Fight
from .rules.movement import Loading, Moving
from .rules.victory import Finished

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State

WALL = 3.0
"""What a fort's wall is worth: it multiplies the odds against the attacker."""
WALLED = 1.3
"""About the same as a factor on the defenders' strength."""
ELITE = 1.6
"""What a die of an elite unit is worth in dice of others."""
SPECIAL = 0.6
"""What gunpowder, which fires first, or pikes, which stop a panic, add to a unit, in dice."""
RESERVE = 0.6
"""How much of what could still be brought to a battle this turn counts as if it were there."""
STEEPNESS = 1.37
"""How fast the better side gains with the ratio of strengths: times the root of all that fights, less a half."""
EXPOSED = 0.6
"""How likely the others strike, if they can, at a chief who has just won a battle away from home."""
AT_HOME = 0.3
"""The same for a chief who has not moved: he is seldom where he can be struck at his weakest."""

# The weights of the outlook.
DICE, DICE_EARLY = 1.0, 0.5
"""A lead of 26 dice (all that a side has); and how much more it is worth while all turns are still to come."""
VICTORY = 0.6
"""An occupation victory at hand."""
DOOM = 1.0
"""The chance that all chiefs of a side are eliminated: sudden death."""
FEAR = (0.6, 0.4)
"""The share of a side's chiefs that is likely to fall: Kamehameha is alone, the Chiefs are two."""
OPEN_FORT = 0.1
REACH = 0.1
"""How far Kamehameha is with the spaces that he needs: so that he spreads out while there is time."""


class Weights:
    """The strength of a set of counters, kept once it was summed."""

    def __init__(self, cat: Catalogue) -> None:
        self.of_unit = tuple(
            0.0
            if not strength
            else strength * (ELITE if cat.elites >> unit & 1 else 1.0) + SPECIAL * ((cat.guns | cat.pikes) >> unit & 1)
            for unit, strength in enumerate(cat.strength)
        )
        self._sums: dict[int, float] = {}
        self._best: dict[tuple[int, int], float] = {}
        self.last: tuple[State | None, float] = (None, 0.0)
        """The state that was valued last, and its outlook: both seats ask for the same one in turn."""

    def __call__(self, units: int) -> float:
        total = self._sums.get(units)
        if total is None:
            if len(self._sums) > 100_000:
                self._sums.clear()
            total = self._sums[units] = sum(self.of_unit[unit] for unit in bits(units))
        return total

    def best(self, units: int, number: int) -> float:
        """Return the strength of the strongest so many."""
        total = self._best.get((units, number))
        if total is None:
            if len(self._best) > 100_000:
                self._best.clear()
            total = sum(sorted([self.of_unit[unit] for unit in bits(units)], reverse=True)[:number])
            self._best[units, number] = total
        return total


def reserve(game: Hawaii, state: State, seat: int) -> float:
    """Return the strength that the fleet moves still left this turn could bring to a battle."""
    cat = game.cat
    if not any(isinstance(frame, Moving) for frame in state.stack[:3]):
        return 0.0
    mine = cat.owned[state.kauai + 1][seat]
    on_map = sum(state.places[: cat.n])
    canoes = (mine & cat.canoes & on_map & ~state.sailed).bit_count()
    fresh = mine & cat.fighters & on_map & ~state.rode & ~state.walked
    return game.weights.best(fresh, 2 * min(canoes, state.fleet))


def chance(attack: float, defence: float, *, wall: bool) -> float:
    """Return about how likely an attack of this strength takes a space from this defence."""
    if defence <= 0.0:
        return 1.0
    if attack <= 0.0:
        return 0.0
    steepness = STEEPNESS * sqrt(attack + defence) - 0.5
    return 1.0 / (1.0 + (defence / attack) ** steepness * (WALL if wall else 1.0))


def kept(wins: float, ratio: float) -> tuple[float, float]:
    """Return about what share of attackers and of defenders lives on, by the attacker's chance and his odds.

    A beaten attacker leaves nearly everybody there; a beaten defender everybody, whom the cliff takes.
    """
    return 0.05 + 0.68 * wins + 0.2 * wins**4, (1.0 - wins) * (1.0 - 0.35 * min(ratio, 1.0) ** 1.3)


def evaluate(game: Hawaii, state: State, seat: int) -> float:
    """Return how good the state looks for the seat, from -1 to 1."""
    top = state.stack[-1]
    if isinstance(top, Finished):
        return 0.0 if top.winner is None else 1.0 if top.winner == seat else -1.0
    known, value = game.weights.last
    if known is not state:
        value = tanh(_foreseen(game, state, top) if isinstance(top, Loading) and top.load else outlook(game, state))
        game.weights.last = (state, value)
    return value if seat == 0 else -value


def _foreseen(game: Hawaii, state: State, move: Loading) -> float:
    """Return the outlook in the middle of a fleet move: that of the best landing with what is on board."""
    outlooks = [
        outlook(
            game,
            replace(
                state,
                stack=state.stack[:-1],
                places=shifted(state.places, move.load | 1 << move.canoe, to),
                rode=state.rode | move.load,
                sailed=state.sailed | 1 << move.canoe,
                fleet=state.fleet - 1,
            ),
        )
        for to in range(game.cat.n)
        if to != move.at
    ]
    return max(outlooks) if move.seat == 0 else min(outlooks)


def outlook(game: Hawaii, state: State) -> float:
    """Return the balance for Kamehameha; 1 is about as good as won."""
    cat, weigh, places = game.cat, game.weights, state.places
    owned = cat.owned[state.kauai + 1]
    frame: Any = state.stack[0]
    actor: int = frame.seat
    fighters = cat.fighters
    loose = cat.kauai if state.kauai < 0 else 0
    fight = state.stack[-1] if isinstance(state.stack[-1], Fight) else None

    more = reserve(game, state, actor) if state.fleet and fight is None else 0.0

    holds = [[0.0] * cat.n, [0.0] * cat.n]
    strength = [0.0, 0.0]
    falls: dict[int, float] = {}
    exposed = 0
    for at in range(cat.n):
        here = places[at] & fighters
        if fight is not None and fight.at == at:
            here |= fight.lines[0] | fight.lines[1]
        sides = [here & owned[0], here & owned[1]]
        if loose and sides[actor]:
            sides[1 - actor] |= here & loose
        if not sides[0] or not sides[1]:
            for seat in (0, 1):
                if sides[seat]:
                    holds[seat][at] = 1.0
                    strength[seat] += weigh(sides[seat])
            continue
        strong = [weigh(sides[0]), weigh(sides[1])]
        whole = list(strong)
        if fight is not None and fight.at == at:
            shaken = fight.panicked
            strong = [weigh(side & ~shaken) + 0.3 * weigh(side & shaken) for side in sides]
        defender = 1 - actor
        strong[actor] += RESERVE * more
        wall = (cat.fort[at] and (fight is None or fight.stage > 0)) or (fight is not None and fight.wall >= 0)
        wins = chance(strong[actor], strong[defender], wall=wall)
        ratio = strong[actor] / max(strong[defender] * (WALLED if wall else 1.0), 0.1)
        holds[actor][at], holds[defender][at] = wins, 1.0 - wins
        shares = kept(wins, ratio)
        strength[actor] += whole[actor] * shares[0]
        strength[defender] += whole[defender] * shares[1]
        for seat, lost in ((actor, 1.0 - wins), (defender, wins)):
            for leader in bits(sides[seat] & cat.leaders):
                falls[leader] = 0.02 + 0.96 * lost
        exposed |= sides[actor] & cat.leaders

    on_map = sum(places[: cat.n])
    canoes = [(owned[seat] & cat.canoes & (on_map | places[cat.sea])).bit_count() for seat in (0, 1)]
    for seat in (0, 1):
        strength[seat] += 0.3 * weigh(places[cat.boxes[seat]]) + 0.8 * min(canoes[seat], 4)
    material = (strength[0] - strength[1]) / 26.0

    strike = [
        weigh.best(fighters & ~cat.leaders & owned[seat] & on_map, 2 * min(canoes[seat], 2))
        + weigh(cat.leaders & owned[seat] & on_map)
        if canoes[seat]
        else 0.0
        for seat in (0, 1)
    ]

    def threat(at: int, seat: int) -> float:
        """How likely the other side could take this space from the seat in its next part."""
        defence = weigh(places[at] & owned[seat] & fighters)
        other = cat.other[at]
        walkers = weigh(places[other] & owned[1 - seat] & fighters) if other >= 0 else 0.0
        return chance(max(strike[1 - seat], walkers), defence, wall=cat.fort[at])

    doom = [1.0, 1.0]
    fear = [0.0, 0.0]
    for seat in (0, 1):
        for chief in bits(cat.chiefs[seat]):
            at = next((at for at in range(cat.n) if places[at] >> chief & 1), -1)
            if places[cat.gone] >> chief & 1:
                dead = 1.0
            elif chief in falls:
                dead = falls[chief]
                if exposed >> chief & 1 and at >= 0:
                    # He who wins is still there when the others reply.
                    dead += (1.0 - dead) * EXPOSED * threat(at, seat)
            else:
                dead = AT_HOME * threat(at, seat) if at >= 0 else 0.1
            doom[seat] *= dead
            fear[seat] += dead / cat.chiefs[seat].bit_count()

    gaps: list[float] = []
    for seat in (0, 1):
        gap = 0.0
        for need, spaces in cat.wins[seat]:
            gap += max(0.0, need - sum(holds[seat][at] for at in spaces))
        gaps.append(gap)
    near = [0.6 * exp(-gaps[seat] / 1.3) for seat in (0, 1)]
    if not any(isinstance(frame, Moving) for frame in state.stack[:3]):
        # The side in turn has moved: what the other holds now it will hold when it is looked at.
        near[1 - actor] += 0.7 * max(0.0, 1.0 - 2.0 * gaps[1 - actor])
    last = MONTHS.index(cat.lengths[state.options.length].last) + 1
    if state.month == last:
        # Nothing is looked at after the last turn: what is first reached now is worth nothing (R4).
        near[0] = 0.0
        near[1] *= actor == 0
    left = (last - state.month) / max(1, last - 1)
    open_fort = max((threat(at, 0) for at in range(cat.n) if cat.fort[at] and holds[0][at] > 0.5), default=0.0)
    reach = 0.2 * sum(min(sum(holds[0][at] for at in spaces), need) / need for need, spaces in cat.wins[0])
    return (
        (DICE + DICE_EARLY * left) * material
        + VICTORY * (near[0] - near[1])
        + DOOM * (doom[1] - doom[0])
        + FEAR[1] * fear[1]
        - FEAR[0] * fear[0]
        - OPEN_FORT * open_fort
        + REACH * left * reach
    )
