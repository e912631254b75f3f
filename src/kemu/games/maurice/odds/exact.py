"""Exact distributions: DISR by fire, what a rally removes, and what a combat does to everybody in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.parts.odds import Odds

from ..model.actions import Fire
from ..model.effects import Cap, Reroll
from ..rules.cards import total
from ..rules.combat import Pair, active_result, engaged, foes, lines_of, pairs_of, passive_result, value_of
from ..rules.rallying import rallies_on
from ..rules.shooting import dice_of, disrupts_on

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State

DIE = range(1, 7)


def hit_weight(need: int, *, again: bool) -> tuple[int, int]:
    """Return in how many of how many cases a die succeeds, once or with a second try.

    >>> hit_weight(4, again=False), hit_weight(4, again=True)
    ((3, 6), (27, 36))
    """
    good = 7 - need
    return (36 - (6 - good) ** 2, 36) if again else (good, 6)


@rule("maurice:7.hit", "maurice:7.disrupt")
def fire_odds(game: Maurice, state: State, order: Fire, *, long: bool) -> dict[int, Odds]:
    """Return for each target how much DISR a shot gives it, exactly."""
    again = bool(total(game, state, Reroll, order.unit, "to_hit"))
    found: dict[int, Odds] = {}
    for target, need in dice_of(game, state, order, long=long):
        hit, of = hit_weight(need, again=again)
        good = 7 - disrupts_on(game, state, state.unit(target), long=long)
        die = Odds({1: hit * good, 0: of * 6 - hit * good})
        found[target] = found[target].plus(die) if target in found else die
    return found


@rule("maurice:7.hit")
def hit_odds(game: Maurice, state: State, order: Fire, *, long: bool) -> Odds:
    """Return how many hits a shot scores in all."""
    again = bool(total(game, state, Reroll, order.unit, "to_hit"))
    odds = Odds({0: 1})
    for _, need in dice_of(game, state, order, long=long):
        hit, of = hit_weight(need, again=again)
        odds = odds.plus(Odds({1: hit, 0: of - hit}))
    return odds


@rule("maurice:9.rally")
def rally_odds(game: Maurice, state: State, uid: int) -> Odds:
    """Return how much DISR a unit of the force removes."""
    again = bool(total(game, state, Reroll, uid, "rally"))
    hit, of = hit_weight(rallies_on(game, state, uid), again=again)
    odds = Odds({0: 1})
    for _ in range(state.unit(uid).disr):
        odds = odds.plus(Odds({1: hit, 0: of - hit}))
    return odds


class Fate(Struct, frozen=True):
    """What a combat does to one unit: its DISR, and how often it breaks; weights out of `of`."""

    unit: int
    value: int
    disr: Mapping[int, int]
    breaks: int
    of: int
    room: int = 0
    """So much DISR it takes without breaking."""


@rule("maurice:8.passive", "maurice:8.active")
def combat_odds(game: Maurice, state: State, attackers: Sequence[int]) -> tuple[Fate, ...]:
    """Return what a combat would do to each unit in it, exactly, by the dice of those whom it touches."""
    return fates(game, state, pairs_of(game, state, attackers))


def fates(game: Maurice, state: State, pairs: Sequence[Pair]) -> tuple[Fate, ...]:
    """Return the fate of everybody engaged.

    A defender depends on its own die and those of its attackers; an attacker also on whether its defenders still stand,
    and so on the dice of all who attack them.
    """
    values = {uid: value_of(lines_of(game, state, pairs, uid)) for uid in engaged(pairs)}
    return tuple(_fate(game, state, pairs, values, uid) for uid in values)


def _fate(game: Maurice, state: State, pairs: Sequence[Pair], values: Mapping[int, int], uid: int) -> Fate:
    attacks = any(pair.attacker == uid for pair in pairs)
    involved = [uid, *foes(pairs, uid)]
    if attacks:
        for foe in foes(pairs, uid):
            involved += [other for other in foes(pairs, foe) if other not in involved]
    disr: dict[int, int] = {}
    breaks = 0
    cap = total(game, state, Cap, uid)
    unit = state.unit(uid)
    for faces in product(DIE, repeat=len(involved)):
        scores = {one: values[one] + face for one, face in zip(involved, faces, strict=True)}
        if attacks:
            standing = [foe for foe in foes(pairs, uid) if not _breaks(game, state, pairs, scores, foe)]
            result = active_result(scores[uid], [scores[foe] for foe in standing])
        else:
            result = passive_result(scores[uid], [scores[foe] for foe in foes(pairs, uid)])
        if result > 0 and cap:
            result = min(result, cap)
        disr[result] = disr.get(result, 0) + 1
        if result < 0 or unit.disr + result > unit.bases:
            breaks += 1
    return Fate(uid, values[uid], dict(sorted(disr.items())), breaks, 6 ** len(involved), unit.bases - unit.disr)


def _breaks(game: Maurice, state: State, pairs: Sequence[Pair], scores: Mapping[int, int], uid: int) -> bool:
    """Return whether a defender breaks before its attackers are looked at."""
    result = passive_result(scores[uid], [scores[foe] for foe in foes(pairs, uid)])
    cap = total(game, state, Cap, uid)
    if result > 0 and cap:
        result = min(result, cap)
    unit = state.unit(uid)
    return result < 0 or unit.disr + result > unit.bases
