"""What a person would count of a position: dice on the map, spaces towards a victory, chiefs in danger, an open fort.

Where both sides stand in a space, the battle to come is weighed by a formula that follows the exact odds within a few
points (`odds/exact.py` has these; here speed matters more). The numbers stand in `weights.json`, and what they were
fitted to.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from typing import TYPE_CHECKING, Any

from kemu.parts.bits import bits

from ..model.catalogue import MONTHS, Catalogue
from ..rules.fight import Fight
from ..rules.movement import Moving

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State


class Strength:
    """The strength of a set of counters, kept once it was summed."""

    def __init__(self, cat: Catalogue, numbers: Mapping[str, float]) -> None:
        self.numbers = numbers
        elite, special = numbers["elite"], numbers["special"]
        self.of_unit = tuple(
            0.0
            if not strength
            else strength * (elite if cat.elites >> unit & 1 else 1.0) + special * ((cat.guns | cat.pikes) >> unit & 1)
            for unit, strength in enumerate(cat.strength)
        )
        self._sums: dict[int, float] = {}
        self._best: dict[tuple[int, int], float] = {}

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

    def chance(self, attack: float, defence: float, *, wall: bool) -> float:
        """Return about how likely an attack of this strength takes a space from this defence."""
        if defence <= 0.0:
            return 1.0
        if attack <= 0.0:
            return 0.0
        steepness = self.numbers["steepness"] * sqrt(attack + defence) - self.numbers["less steep"]
        return 1.0 / (1.0 + (defence / attack) ** steepness * (self.numbers["wall"] if wall else 1.0))


def reserve(game: Hawaii, weigh: Strength, state: State, seat: int) -> float:
    """Return the strength that the fleet moves still left this turn could bring to a battle."""
    cat = game.cat
    if not any(isinstance(frame, Moving) for frame in state.stack[:3]):
        return 0.0
    mine = cat.owned[state.kauai + 1][seat]
    on_map = sum(state.places[: cat.n])
    canoes = (mine & cat.canoes & on_map & ~state.sailed).bit_count()
    fresh = mine & cat.fighters & on_map & ~state.rode & ~state.walked
    return weigh.best(fresh, 2 * min(canoes, state.fleet))


def kept(numbers: Mapping[str, float], wins: float, ratio: float) -> tuple[float, float]:
    """Return about what share of attackers and of defenders lives on, by the attacker's chance and his odds.

    A beaten attacker leaves nearly everybody there; a beaten defender everybody, whom the cliff takes.
    """
    attackers = numbers["back at once"] + numbers["winners"] * wins + numbers["sure winners"] * wins**4
    return attackers, (1.0 - wins) * (1.0 - numbers["worn"] * min(ratio, 1.0) ** numbers["worn power"])


def features(game: Hawaii, weigh: Strength, state: State) -> dict[str, float]:
    """Return what counts, each as Kamehameha's lead."""
    cat, places, numbers, chance = game.cat, state.places, weigh.numbers, weigh.chance
    owned = cat.owned[state.kauai + 1]
    frame: Any = state.stack[0]
    actor: int = frame.seat
    fighters = cat.fighters
    loose = cat.kauai if state.kauai < 0 else 0
    fight = state.stack[-1] if isinstance(state.stack[-1], Fight) else None

    more = reserve(game, weigh, state, actor) if state.fleet and fight is None else 0.0

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
            strong = [weigh(side & ~shaken) + numbers["panicked"] * weigh(side & shaken) for side in sides]
        defender = 1 - actor
        strong[actor] += numbers["reserve"] * more
        wall = (cat.fort[at] and (fight is None or fight.stage > 0)) or (fight is not None and fight.wall >= 0)
        wins = chance(strong[actor], strong[defender], wall=wall)
        ratio = strong[actor] / max(strong[defender] * (numbers["walled"] if wall else 1.0), 0.1)
        holds[actor][at], holds[defender][at] = wins, 1.0 - wins
        shares = kept(numbers, wins, ratio)
        strength[actor] += whole[actor] * shares[0]
        strength[defender] += whole[defender] * shares[1]
        for seat, lost in ((actor, 1.0 - wins), (defender, wins)):
            for leader in bits(sides[seat] & cat.leaders):
                falls[leader] = numbers["stray shot"] + numbers["falls"] * lost
        exposed |= sides[actor] & cat.leaders

    on_map = sum(places[: cat.n])
    canoes = [(owned[seat] & cat.canoes & (on_map | places[cat.sea])).bit_count() for seat in (0, 1)]
    for seat in (0, 1):
        strength[seat] += numbers["in the box"] * weigh(places[cat.boxes[seat]])
        strength[seat] += numbers["canoe"] * min(canoes[seat], numbers["canoes"])
    material = (strength[0] - strength[1]) / numbers["all dice"]

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
                    dead += (1.0 - dead) * numbers["exposed"] * threat(at, seat)
            else:
                dead = numbers["at home"] * threat(at, seat) if at >= 0 else numbers["off the map"]
            doom[seat] *= dead
            fear[seat] += dead / cat.chiefs[seat].bit_count()

    gaps: list[float] = []
    for seat in (0, 1):
        gap = 0.0
        for need, spaces in cat.wins[seat]:
            gap += max(0.0, need - sum(holds[seat][at] for at in spaces))
        gaps.append(gap)
    near = [numbers["near"] * exp(-gaps[seat] / numbers["gap"]) for seat in (0, 1)]
    if not any(isinstance(frame, Moving) for frame in state.stack[:3]):
        # The side in turn has moved: what the other holds now it will hold when it is looked at.
        near[1 - actor] += numbers["held"] * max(0.0, 1.0 - 2.0 * gaps[1 - actor])
    last = MONTHS.index(cat.lengths[state.settings.length].last) + 1
    if state.month == last:
        # Nothing is looked at after the last turn: what is first reached now is worth nothing (R4).
        near[0] = 0.0
        near[1] *= actor == 0
    left = (last - state.month) / max(1, last - 1)
    open_fort = max((threat(at, 0) for at in range(cat.n) if cat.fort[at] and holds[0][at] > 0.5), default=0.0)
    reach = sum(min(sum(holds[0][at] for at in spaces), need) / need for need, spaces in cat.wins[0])
    return {
        "dice": material,
        "dice early": left * material,
        "victory": near[0] - near[1],
        "doom": doom[1] - doom[0],
        "their chiefs": fear[1],
        "own king": -fear[0],
        "open fort": -open_fort,
        "reach": left * reach,
    }
