"""Falling back among enemies: nobody walks through them, and every figure that may lead is thought of."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kemu.core.pending import Decide
from kemu.core.rng import QuickRng
from kemu.games.siege.model.actions import Move
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Melee
from kemu.games.siege.rules.retreat.fall_back import FallBack
from kemu.games.siege.rules.retreat.one_way import LONGEST, NARROW, Retreat

from .positions import (
    OPEN,
    SPARE,
    foes,
    house,
    inches,
    on_table,
    play,
    refused,
    row,
    settled,
    squad,
    state,
    wall,
)


def retreat(game, position) -> Retreat:
    pending = game.pending(position)
    assert isinstance(pending, Decide), pending
    assert isinstance(pending.free, Retreat)
    return pending.free


@pytest.mark.rule("siege:R6", "siege:R37")
def test_a_retreat_does_not_lead_through_a_rank_of_the_enemy() -> None:
    things = (squad(1, row(20, 20, 3)), foes(9, row(20, 19, 5)), foes(8, row(14, 22.5, 16)), SPARE)
    position = state(*things, Melee((1, 9), GARRISON), game=OPEN, stack=(FallBack(1, (22_000, 19_000)),))
    assert refused(OPEN, position, Move(0, 20_000, 25_990)) == "siege:R6"
    free = retreat(OPEN, position)
    rng = QuickRng(5)
    for _ in range(20):
        move = free.sample(rng)
        assert isinstance(move, Move)
        assert move.y < 22_000
        assert free.check(move) is None


@pytest.mark.rule("siege:R6", "siege:R37")
def test_the_enemy_whom_one_fought_is_brushed_past_but_not_walked_through() -> None:
    # The officer stands behind his man, and does not touch the enemy whom he passes.
    things = (squad(1, inches((20, 20), (20, 21))), foes(9, inches((21, 21), (19, 24))), SPARE)
    position = state(*things, Melee((1, 9), GARRISON), game=OPEN, stack=(FallBack(1, (20_000, 10_000)),))
    assert refused(OPEN, position, Move(0, 20_000, 25_990)) == ""
    assert refused(OPEN, position, Move(0, 21_000, 25_910)) == "siege:R6"


@pytest.mark.rule("siege:R6", "siege:R37")
def test_the_enemy_of_ones_melee_is_brushed_past_even_if_nobody_who_is_left_touches_him() -> None:
    things = (squad(1, row(20, 20, 1)), foes(9, inches((21, 22))), SPARE)
    for melees, clause in (((Melee((1, 9), GARRISON),), ""), ((), "siege:R6")):
        position = state(*things, *melees, game=OPEN, stack=(FallBack(1, (20_000, 10_000)),))
        assert refused(OPEN, position, Move(0, 20_000, 25_990)) == clause


@pytest.mark.rule("siege:ME.10", "siege:R6", "siege:R37")
def test_whoever_is_hemmed_in_by_the_enemy_stays_locked() -> None:
    ring = inches((19, 19), (20, 19), (21, 19), (18.9, 20), (21.1, 20), (19, 21), (20, 21), (21, 21))
    things = (squad(1, row(20, 20, 1)), foes(9, ring), SPARE)
    position = state(*things, Melee((1, 9), GARRISON), game=OPEN, stack=(FallBack(1, (20_000, 19_000)),))
    after, events, _ = settled(OPEN, position)
    assert after.group(1).men == inches((20, 20))
    assert any("locked" in event.tell(OPEN) for event in events)


@pytest.mark.rule("siege:R6", "siege:R37")
def test_hemmed_in_a_little_farther_off_it_goes_the_longest_way() -> None:
    """Every way of a full move away from the enemy leads into a rank: the longest short of it is due."""
    sides = ((x, y) for x in (16, 24) for y in range(17, 24))
    rank = inches(*((x, 24) for x in range(16, 25)), *sides)
    things = (squad(1, row(20, 20, 1)), foes(9, row(20, 19, 1)), foes(8, rank), SPARE)
    position = state(*things, Melee((1, 9), GARRISON), game=OPEN, stack=(FallBack(1, (20_000, 19_000)),))
    free = retreat(OPEN, position)
    assert free.stage == LONGEST
    assert free.known is not None
    after, _ = play(OPEN, position, free.known)
    (x, y) = after.group(1).men[0]
    assert 17_000 < x < 23_000
    assert 20_000 <= y < 23_000
    assert refused(OPEN, position, Move(0, 20_000, 20_500)) == "siege:R37"
    # By half inches from six: into the corner between two ranks, not into contact, and to a tenth of an inch.
    assert free.longest == pytest.approx(3_995_000, abs=1000)
    for gone, clause in ((3990, ""), (3900, ""), (3890, "siege:R37")):
        assert refused(OPEN, position, Move(0, *(20_000 + round(gone * 0.7071),) * 2)) == clause


@pytest.mark.rule("siege:R37")
def test_the_longest_way_is_looked_for_up_to_a_right_angle() -> None:
    """In a passage across the way there is half an inch straight on, and three and a half to the side."""
    corners = ((18.8, 18.8), (24, 18.8), (24, 21.2), (18.8, 21.2), (18.8, 18.8))
    game = on_table(*(wall(a, b, height="high") for a, b in pairwise(corners)))
    position = state(squad(1, inches((20, 20))), SPARE, game=game, stack=(FallBack(1, (20_000, 10_000)),))
    free = retreat(game, position)
    assert free.stage == LONGEST
    assert free.longest > 3_400_000
    assert refused(game, position, Move(0, 23_500, 20_000)) == ""
    assert refused(game, position, Move(0, 20_400, 20_400)) == "siege:R37"


@pytest.mark.rule("siege:R37")
def test_the_longest_way_is_measured_along_its_bends() -> None:
    """In a pen with a wall in it a place close by, round the end of that wall, is the longest way off."""
    sides = (((18, 18), (22.2, 18)), ((22.2, 18), (22.2, 22)), ((22.2, 22), (18, 22)), ((18, 22), (18, 18)))
    game = on_table(*(wall(a, b, height="high") for a, b in (*sides, ((20.5, 18), (20.5, 21)))))
    position = state(squad(1, inches((19.2, 19.2))), SPARE, game=game, stack=(FallBack(1, (10_000, 19_200)),))
    free = retreat(game, position)
    assert free.stage == LONGEST
    assert free.known is not None
    assert free.known.x > 20_500
    assert free.longest > 4_500_000
    assert refused(game, position, Move(0, 21_700, 18_600)) == ""
    assert refused(game, position, Move(0, 21_700, 21_400)) == "siege:R37"  # farther off, but not so far to go


@pytest.mark.rule("siege:R6", "siege:R38")
def test_out_of_a_house_nobody_walks_through_the_enemy_but_who_stands_at_the_opening_holds_nobody() -> None:
    game = on_table(house(20, 20, 8, 8, (("door", 0, 24, 20), ("window", 0, 24, 28))))
    inside, storming = squad(1, row(22, 26, 3), 1), foes(9, row(23.5, 19.4, 2))
    at_window = foes(8, inches((24, 28.6)))
    beyond = foes(7, row(20, 31, 9))
    for stand, clause in ((at_window, ""), (beyond, "siege:R6")):
        position = state(
            inside, storming, stand, SPARE, Melee((1, 9), GARRISON), game=game, stack=(FallBack(1, (24_000, 19_400)),)
        )
        assert refused(game, position, Move(0, 24_000, 33_990)) == clause
        assert retreat(game, position).known is not None


@pytest.mark.rule("siege:MV.8", "siege:R9", "siege:R37")
def test_riders_fall_back_over_a_low_wall() -> None:
    game = on_table(wall((0, 20), (48, 20)))
    things = (squad(1, row(20, 19.3, 4), mounted=True), foes(9, row(20, 18.3, 4)), SPARE)
    position = state(*things, Melee((1, 9), GARRISON), game=game, stack=(FallBack(1, (21_500, 18_300)),))
    free = retreat(game, position)
    assert free.stage == NARROW
    assert free.known is not None
    assert free.known.y > 20_000
    assert refused(game, position, Move(0, 20_000, 25_290)) == ""


@pytest.mark.rule("siege:MV.11", "siege:R37")
def test_any_figure_of_attackers_may_lead_the_retreat() -> None:
    pen = [wall(a, b, height="high") for a, b in (((18, 18), (22, 18)), ((22, 18), (22, 22)), ((22, 22), (18, 22)))]
    game = on_table(*pen, wall((18, 22), (18, 18), height="high"))
    group = foes(9, inches((20, 20), (23, 23)))
    position = state(group, squad(1, row(20, 10, 1)), game=game, stack=(FallBack(9, (20_000, 10_000)),))
    free = retreat(game, position)
    assert free.stage == NARROW
    assert free.known is not None
    assert free.known.figure == 1
    assert position.group(9).side == ATTACKERS


@pytest.mark.rule("siege:R6", "siege:R38")
def test_whoever_jumps_from_an_upper_window_is_not_held_by_an_enemy_below_it() -> None:
    """He is in no melee with them: they hold nobody at the opening, as those whom he fought do not."""
    game = on_table(house(20, 20, 8, 8, (("door", 0, 24, 20), ("window", 0, 24, 28), ("window", 1, 24, 28)), 2))
    things = (squad(1, row(22, 26, 3), 2), foes(9, row(22, 22, 3), room=3), SPARE, Melee((1, 9), GARRISON, True))
    jump = Move(0, 24_000 - 4230, 28_000 + 4240)
    for stands, clause in (
        (foes(8, inches((24.85, 28.5), (25.85, 28.5))), ""),  # beside the window, in the open
        (foes(8, row(22, 22, 3), room=1), ""),  # at the window below it
        (foes(8, inches((24.85, 28.5), (22.2, 30.2))), "siege:R6"),  # one of them in the way
        (foes(8, inches((24.4, 29.6), (22.2, 29.2))), "siege:R6"),  # farther off
    ):
        position = state(*things, stands, game=game, stack=(FallBack(1, (23_000, 22_000)),))
        assert refused(game, position, jump) == clause


@pytest.mark.rule("siege:R37", "siege:R38")
@pytest.mark.parametrize(("x", "y", "out"), [(24, 20, (0, -1)), (20, 24, (-1, 0)), (28, 24, (1, 0))])
def test_where_both_sides_have_one_middle_they_go_straight_out_of_the_opening(
    x: int, y: int, out: tuple[int, int]
) -> None:
    game = on_table(house(20, 20, 8, 8, (("window", 0, x, y),)))
    position = state(squad(1, row(23, 24, 3), 1), SPARE, game=game, stack=(FallBack(1, (24_000, 24_000)),))
    free = retreat(game, position)
    assert free.stage == NARROW
    end = (x * 1000 + out[0] * 5990, y * 1000 + out[1] * 5990)
    assert refused(game, position, Move(0, *end)) == ""
    if out != (0, -1):
        assert refused(game, position, Move(0, x * 1000 + out[0] * 700, y * 1000 + 5940)) == "siege:R37"
