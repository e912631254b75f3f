"""Shooting, ammunition and morale."""

from __future__ import annotations

import pytest

from kemu.core.pending import Decide
from kemu.games.siege import Settings
from kemu.games.siege.model.actions import Fire, FireMelee, Lose
from kemu.games.siege.model.events import Shot
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Melee
from kemu.games.siege.odds.exact import kills
from kemu.games.siege.rules.cards import NextCard
from kemu.games.siege.rules.losses import Morale
from kemu.games.siege.rules.retreat.fall_back import FallBack
from kemu.parts.dice import Dice
from kemu.parts.odds import Odds

from .positions import area, crew, foes, inches, on_table, options, order, piece, play, refused, row, squad, state, wall

OPEN = on_table()
SQUAD = squad(1, row(20, 20, 7))
NINE = foes(9, row(20, 30, 9))
ROLL = (6, 5, 2, 2, 3, 4, 1)


def fired(
    game: object, position: object, shooter: int, target: int, dice: tuple[int, ...]
) -> tuple[object, list[object]]:
    return play(game, order(position, shooter), Fire(target), dice)


def lose_all_asked(game: object, position: object) -> object:
    """Let the owner pick the first figure each time."""
    while isinstance(pending := game.pending(position), Decide) and isinstance(pending.options[0], Lose):
        position, _ = play(game, position, pending.options[0])
    return position


@pytest.mark.rule("siege:SH.11", "siege:SH.5", "siege:SH.7", "siege:SH.10", "siege:AM.1")
def test_the_printed_example() -> None:
    """Seven dice, 23 points: three dead in the open and five left over, one in hard cover; one counter is spent."""
    after, events = fired(OPEN, state(SQUAD, NINE, game=OPEN), 1, 9, ROLL)
    told = next(e for e in events if isinstance(e, Shot))
    assert (sum(told.dice), told.need, told.kills) == (23, 6, 3)
    assert after.rifle == 19
    after = lose_all_asked(OPEN, after)
    assert len(after.group(9).men) == 6
    rocks = on_table(area("rocks", 18, 28, 14, 4))
    after, events = fired(rocks, state(SQUAD, NINE, game=rocks), 1, 9, ROLL)
    told = next(e for e in events if isinstance(e, Shot))
    assert (told.need, told.kills) == (12, 1)


@pytest.mark.rule("siege:SH.7")
def test_soft_cover_takes_nine_a_kill() -> None:
    game = on_table(area("scrub", 18, 28, 14, 4))
    _, events = fired(game, state(SQUAD, NINE, game=game), 1, 9, ROLL)
    told = next(e for e in events if isinstance(e, Shot))
    assert (told.need, told.kills) == (9, 2)


@pytest.mark.rule("siege:SH.5")
def test_a_die_for_every_figure_that_fires() -> None:
    for men in (1, 4, 7):
        position, _ = play(OPEN, order(state(squad(1, row(20, 20, men)), NINE, game=OPEN), 1), Fire(9))
        pending = OPEN.pending(position)
        assert isinstance(pending, Dice)
        assert pending.n == men


@pytest.mark.rule("siege:SH.6", "siege:FG.3", "siege:AM.2", "siege:R40")
@pytest.mark.parametrize("side", [GARRISON, ATTACKERS])
def test_a_gun_has_eight_dice_and_loses_two_for_each_gunner(side: int) -> None:
    places = inches((21, 20), (19, 20), (20, 21), (20, 19))
    for men in (1, 2, 3, 4):
        team = crew(1, 50, places[:men]) if side == GARRISON else foes(1, places[:men], "gun", gun=50)
        other = NINE if side == GARRISON else squad(9, row(20, 30, 3))
        position = state(team, piece(50, 20, 20, (0, 1), side), other, game=OPEN)
        position, _ = play(OPEN, order(position, 1), Fire(9))
        assert OPEN.pending(position).n == 2 * men
        assert position.shells == (4 if side == GARRISON else 5)
        assert position.gun(50).fired
    strayed = crew(1, 50, (*places[:2], (30_000, 20_000), (31_000, 20_000)))
    position, _ = play(OPEN, order(state(strayed, piece(50, 20, 20), NINE, game=OPEN), 1), Fire(9))
    assert OPEN.pending(position).n == 4


@pytest.mark.rule("siege:SH.8", "siege:R33")
def test_the_owner_picks_the_dead_and_the_officer_goes_last() -> None:
    muskets = foes(9, row(20, 30, 5), "muskets")
    position, _ = fired(OPEN, state(squad(1, row(20, 20, 3)), muskets, game=OPEN), 9, 1, (6, 1, 1, 1, 1))
    pending = OPEN.pending(position)
    assert pending.seat == GARRISON
    assert set(pending.options) == {Lose(1, 1), Lose(1, 2)}
    assert refused(OPEN, position, Lose(1, 0)) == "siege:SH.8"
    after, _ = play(OPEN, position, Lose(1, 2))
    assert after.group(1).men == row(20, 20, 2)
    alone, _ = fired(
        OPEN, state(squad(1, row(20, 20, 1)), squad(2, row(40, 40, 1)), muskets, game=OPEN), 9, 1, (6, 6, 6, 6, 6)
    )
    assert all(group.id != 1 for group in alone.groups)  # kills beyond the figures there are lost
    assert alone.dead == (1, 0)


@pytest.mark.rule("siege:AM.1")
def test_a_counter_goes_whatever_the_size_and_without_counters_nobody_fires() -> None:
    after, _ = fired(OPEN, state(squad(1, row(20, 20, 1)), NINE, game=OPEN), 1, 9, (1,))
    assert after.rifle == 19
    empty = order(state(SQUAD, NINE, game=OPEN, rifle=0), 1)
    assert Fire(9) not in options(OPEN, empty)
    assert refused(OPEN, empty, Fire(9)) == "siege:AM.1"


@pytest.mark.rule("siege:AM.2")
def test_the_gun_needs_its_own_counters() -> None:
    places = inches((21, 20), (19, 20), (20, 21), (20, 19))
    dry = order(state(crew(1, 50, places), piece(50, 20, 20), NINE, game=OPEN, shells=0), 1)
    assert refused(OPEN, dry, Fire(9)) == "siege:AM.2"


@pytest.mark.rule("siege:R45")
def test_only_kinds_with_firearms_shoot() -> None:
    for kind, shoots in (("boxers", False), ("tigers", False), ("riders", False), ("muskets", True), ("jingals", True)):
        position = order(state(SQUAD, foes(9, row(20, 30, 4), kind), game=OPEN), 9)
        assert (Fire(1) in options(OPEN, position)) is shoots
    bare = order(state(SQUAD, foes(9, row(20, 30, 4), "gun"), game=OPEN), 9)
    assert refused(OPEN, bare, Fire(1)) == "siege:R45"


@pytest.mark.rule("siege:SA.1", "siege:R43")
def test_a_jingal_has_two_dice_to_shoot() -> None:
    position, _ = play(OPEN, order(state(SQUAD, foes(9, row(20, 30, 4), "jingals"), game=OPEN), 9), Fire(1))
    assert OPEN.pending(position).n == 8


@pytest.mark.rule("siege:OR.1", "siege:R21")
@pytest.mark.parametrize(("away", "need"), [(23_999, 6), (24_000, 9)])
def test_long_range_begins_at_24_inches(away: int, need: int) -> None:
    chosen = Settings(long_range=True)
    target = foes(9, ((20_000, 10_000 + away),))
    position = state(squad(1, row(20, 10, 1)), target, game=OPEN, options=chosen)
    position, _ = play(OPEN, order(position, 1), Fire(9))
    assert position.stack[-1].need == need
    plain, _ = play(OPEN, order(state(squad(1, row(20, 10, 1)), target, game=OPEN), 1), Fire(9))
    assert plain.stack[-1].need == 6


@pytest.mark.rule("siege:MO.2", "siege:MO.4", "siege:MO.3", "siege:R34")
@pytest.mark.parametrize(
    ("die", "losses", "stands"), [(2, 1, True), (1, 1, False), (3, 3, False), (4, 3, True), (6, 7, True), (5, 7, False)]
)
def test_morale_needs_more_than_the_losses_or_a_six(die: int, losses: int, stands: bool) -> None:
    position = state(SQUAD, NINE, foes(8, row(40, 40, 2)), game=OPEN, stack=(Morale((9,), losses),))
    after, _ = play(OPEN, position, (die,))
    assert any(group.id == 9 for group in after.groups) is stands
    assert after.pool[0] == (60 if stands else 69)
    assert after.broken == (0 if stands else 1)


@pytest.mark.rule("siege:SH.10", "siege:MO.1", "siege:MO.2")
def test_attackers_who_lose_test_at_once_and_the_garrison_never() -> None:
    position, _ = fired(OPEN, state(SQUAD, NINE, game=OPEN), 1, 9, (1, 1, 1, 1, 1, 1, 1))
    position = lose_all_asked(OPEN, position)
    assert isinstance(position.stack[-1], Morale)
    assert position.stack[-1].losses == 1
    muskets = foes(9, row(20, 30, 7), "muskets")
    position, _ = fired(OPEN, state(SQUAD, muskets, game=OPEN), 9, 1, (1, 1, 1, 1, 1, 1, 1))
    position = lose_all_asked(OPEN, position)
    assert not isinstance(position.stack[-1], Morale)


@pytest.mark.rule("siege:MO.5")
def test_fanatics_never_test() -> None:
    tigers = foes(9, row(20, 30, 5), "tigers")
    position, _ = fired(OPEN, state(SQUAD, tigers, game=OPEN), 1, 9, (6, 1, 1, 1, 1, 1, 1))
    position = lose_all_asked(OPEN, position)
    assert len(position.group(9).men) == 3
    assert isinstance(position.stack[-1], NextCard)


@pytest.mark.rule("siege:R32", "siege:R31", "siege:ME.2")
def test_shots_within_a_melee_hit_the_whole_side_and_one_die_tests_it() -> None:
    held = on_table(wall((10, 25), (40, 25), "hasty"))
    squad_, boxers = squad(1, row(20, 24.4, 3)), foes(8, row(20, 25.6, 2))
    muskets, tigers = foes(9, row(22, 25.6, 2), "muskets"), foes(7, row(24, 25.6, 2), "tigers")
    melee = Melee((1, 7, 8, 9), GARRISON)
    position = state(squad_, boxers, muskets, tigers, melee, foes(6, row(40, 40, 3)), game=held)
    assert options(held, order(position, 1))[0] == FireMelee()
    assert FireMelee() not in options(held, order(position, 8))
    after, _ = play(held, order(position, 1), FireMelee())
    assert (after.stack[-1].need, after.stack[-1].targets) == (6, (7, 8, 9))
    assert after.rifle == 19
    back, _ = play(held, order(position, 9), FireMelee())
    assert back.stack[-1].need == 12  # the holder is in hard cover behind his barricade
    after, _ = play(held, after, (4, 4, 4), Lose(8, 0), Lose(8, 0), (2,))
    left = {group.id for group in after.groups if group.side == ATTACKERS}
    assert left == {6, 7}  # the muskets rout, the fanatics stay and must fall back
    assert isinstance(after.stack[-1], FallBack)
    assert after.stack[-1].group == 7


@pytest.mark.rule("siege:SH.7")
def test_expected_kills_are_those_worked_out_elsewhere() -> None:
    """Seven dice kill 3.67, 2.28 and 1.59; eight kill 4.25, 2.67 and 1.88."""
    found = [[round(float(kills(dice, need).mean), 2) for need in (6, 9, 12)] for dice in (7, 8)]
    assert found == [[3.67, 2.28, 1.59], [4.25, 2.67, 1.88]]


@pytest.mark.rule("siege:SH.7", "siege:R33")
def test_the_odds_promise_no_more_dead_than_there_are_figures() -> None:
    odds = kills(7, 6, 2)
    assert set(odds.weights) == {1, 2}
    assert sum(odds.weights.values()) == 6**7
    assert odds.weights[1] == sum(Odds.of_sum(7).weights[total] for total in range(7, 12))
