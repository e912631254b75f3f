"""What is told before something is risked is what happens: exact odds against the rules, played many times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import sqrt

import pytest

from kemu.core.pending import Chance
from kemu.core.rng import QuickRng
from kemu.games.maurice import State
from kemu.games.maurice.model.actions import Fire
from kemu.games.maurice.model.moves import Charge
from kemu.games.maurice.odds.exact import combat_odds, fire_odds, hit_odds, rally_odds
from kemu.games.maurice.odds.words import charge_words, odds_of, spread
from kemu.games.maurice.rules.charging import Charging
from kemu.games.maurice.rules.combat import Combat
from kemu.games.maurice.rules.rallying import Rallying
from kemu.games.maurice.rules.shooting import Shooting
from kemu.parts.odds import Odds

from .positions import SOUTH, asked, battle, box, cav, game, gun, inf, settled

GAMES = 700


def played(state: State, rng: QuickRng, until: type) -> State:
    """Return a state after the dice that are due, as long as such a frame is at work."""
    state = settled(state)
    while any(isinstance(frame, until) for frame in state.stack) and isinstance(due := game().pending(state), Chance):
        state, _ = game().apply(state, due.sample(rng))
    return state


def agree(counted: Counter[int], odds: Mapping[int, float]) -> None:
    """Hold what was counted against what was promised: no result is off by more than four standard deviations."""
    for value in {*counted, *odds}:
        chance = odds.get(value, 0.0)
        off = abs(counted[value] / GAMES - chance)
        assert off <= 4 * sqrt(chance * (1 - chance) / GAMES) + 1e-9, (value, counted, odds)


def chances(odds: Odds, most: int) -> dict[int, float]:
    return {n: float(odds.chance(n)) for n in range(most + 1)}


@pytest.mark.rule("maurice:7.hit", "maurice:7.disrupt")
def test_the_odds_of_a_volley_are_what_the_dice_give() -> None:
    units = [inf(0, 20, 8), inf(20, 20, 11, SOUTH, disr=3)]
    state = settled(battle(units, Shooting(0, False, (0,))))
    order = Fire(0, (20, 20, 20, 20))
    odds = fire_odds(game(), state, order, long=False)[20]
    rng, counted = QuickRng(1), Counter[int]()
    for _ in range(GAMES):
        after = played(game().apply(state, order)[0], rng, Shooting)
        left = after.find(20)
        counted[2 if left is None else left.disr - 3] += 1
    wanted = chances(odds, 1) | {2: float(odds.at_least(2))}
    agree(counted, wanted)
    told = odds_of(game(), state, order)
    assert told == f"hits {spread(hit_odds(game(), state, order, long=False))}\nDISR {spread(odds)}; breaks 26 %"


@pytest.mark.rule("maurice:9.rally")
def test_the_odds_of_a_rally_are_what_the_dice_give() -> None:
    state = battle([inf(0, 20, 8, disr=3), inf(20, 20, 25, SOUTH)], Rallying((0,)))
    odds = rally_odds(game(), settled(state), 0)
    rng, counted = QuickRng(2), Counter[int]()
    for _ in range(GAMES):
        counted[3 - played(state, rng, Rallying).unit(0).disr] += 1
    agree(counted, chances(odds, 3))


@pytest.mark.rule("maurice:8.passive", "maurice:8.active")
@pytest.mark.parametrize("wood", [False, True], ids=["open", "bad terrain"])
def test_the_odds_of_a_combat_are_what_the_dice_give(wood: bool) -> None:
    units = [cav(0, 20, 8, disr=1), cav(1, 22, 8), inf(20, 20.5, 8, SOUTH, disr=2), gun(21, 23, 8, SOUTH)]
    state = battle(units, Combat((0, 1)), pieces=(box("woods", 18, 8, 19, 9),) if wood else ())
    found = combat_odds(game(), settled(state), (0, 1))
    assert {fate.unit for fate in found} >= {0, 1, 20}
    rng = QuickRng(3)
    broken: dict[int, Counter[int]] = {fate.unit: Counter() for fate in found}
    for _ in range(GAMES):
        after = played(state, rng, Combat)
        for uid, counted in broken.items():
            counted[after.find(uid) is None] += 1
    for fate in found:
        agree(broken[fate.unit], {1: fate.breaks / fate.of, 0: 1 - fate.breaks / fate.of})


def test_a_charge_tells_everybodys_value_and_results_before_it_is_confirmed() -> None:
    state = settled(battle([cav(0, 20, 8), inf(20, 20, 12, SOUTH)], Charging((0,), (0,), 1)))
    asked(state)
    told = charge_words(game(), state, Charge(0))
    assert told.startswith("Red cavalry 1 at 6: 1 DISR ")
    assert told.splitlines()[1].startswith("Blue infantry 1 at 6: 1 DISR ")
    assert "broken" not in told


def test_several_combats_are_told_one_by_one() -> None:
    units = [cav(0, 10, 8), cav(1, 20, 8), cav(2, 22, 8), inf(20, 10, 8, SOUTH), inf(21, 21, 12, SOUTH)]
    frame = Charging((0, 1, 2), (0, 1, 2), 2, left=(1, 2), charged=(0,), begun=True)
    told = charge_words(game(), settled(battle(units, frame)), Charge(1))
    lines = [line.partition(" at ")[0] for line in told.splitlines()]
    assert lines == [
        "Red cavalry 1 against Blue infantry 1:", "Red cavalry 1", "Blue infantry 1",
        "Red cavalry 2 against Blue infantry 2:", "Red cavalry 2", "Blue infantry 2",
    ]  # fmt: skip


def test_what_breaks_a_unit_is_told_once_as_broken() -> None:
    """With 4 DISR any more breaks it: the chances of what it survives and of breaking are the whole."""
    state = settled(battle([cav(0, 20, 8), inf(20, 20, 12, SOUTH, disr=4)], Charging((0,), (0,), 1)))
    _, defender = charge_words(game(), state, Charge(0)).splitlines()
    assert defender == "Blue infantry 1 at 2: broken 100 %"
