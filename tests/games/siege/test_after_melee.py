"""What follows a melee, frame by frame: who leaves it, who falls back where, who may go where the loser stood."""

from __future__ import annotations

import pytest

from kemu.core.frames import Step
from kemu.games.siege.model.actions import Move
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Melee
from kemu.games.siege.rules.changes import engage
from kemu.games.siege.rules.melee import Settle, gathered
from kemu.games.siege.rules.melee_front import front
from kemu.games.siege.rules.occupying import Occupy
from kemu.games.siege.rules.regrouping import Regroup
from kemu.games.siege.rules.retreat.fall_back import FallBack

from .positions import OPEN, SPARE, crew, foes, lodge, on_table, piece, refused, row, settled, squad, state, wall

LOST = (22_000, 22_000, 0, ATTACKERS)


@pytest.mark.rule("siege:R37", "siege:R39")
def test_while_a_loser_stays_locked_the_winner_neither_leaves_nor_occupies() -> None:
    melee = Melee((1, 9), GARRISON)
    things = (squad(1, row(20, 20, 3)), foes(9, row(20, 21, 3)), melee)
    over = Settle(1, melee, (0, 1), (LOST,), stage=2, winner=GARRISON)
    after, _, _ = settled(OPEN, state(*things, SPARE, game=OPEN, stack=(over,)))
    assert after.melees == (melee,)
    assert not any(isinstance(frame, Occupy) for frame in after.stack)


@pytest.mark.rule("siege:ME.11", "siege:R39")
def test_winners_go_where_the_losers_stood_and_crews_stay_at_their_gun() -> None:
    melee = Melee((1, 2, 9), GARRISON)
    things = (squad(1, row(20, 20, 3)), crew(2, 50, row(25, 20, 2)), piece(50, 26, 21), SPARE)
    ours = (20_000, 20_000, 0, GARRISON)
    over = Settle(1, melee, (0, 1), (ours, LOST), stage=2, winner=GARRISON)
    after, _, _ = settled(OPEN, state(*things, melee, game=OPEN, stack=(over,)))
    assert [frame for frame in after.stack if isinstance(frame, Occupy)] == [Occupy(1, ((22_000, 22_000, 0),))]


@pytest.mark.rule("siege:ME.3", "siege:R36")
def test_attackers_of_one_kind_are_one_group_afterwards_but_not_on_two_floors() -> None:
    game = lodge(2)
    melee = Melee((1, 8, 9), GARRISON)
    for room, left in ((1, [1, 8]), (2, [1, 8, 9])):
        things = (
            squad(1, row(23.5, 19.4, 1)),
            foes(8, row(21, 22, 3), room=1),
            foes(9, row(21, 25, 3), room=room),
            melee,
        )
        step = Step(state(*things, game=game))
        after = gathered(game, step, melee)
        assert [group.id for group in step.state.groups] == left
        assert after.groups == tuple(left)


@pytest.mark.rule("siege:ME.3", "siege:R36")
def test_those_of_one_kind_on_each_floor_are_one_group_whoever_comes_first() -> None:
    game = lodge(2)
    melee = Melee((1, 7, 8, 9), GARRISON)
    outside = foes(8, row(23.5, 18.4, 2)), foes(9, row(26, 18.4, 2))
    step = Step(state(squad(1, row(23.5, 19.4, 1)), foes(7, row(21, 22, 3), room=1), *outside, melee, game=game))
    after = gathered(game, step, melee)
    assert after.groups == (1, 7, 8)
    assert step.state.group(8).men == (*outside[0].men, *outside[1].men)


@pytest.mark.rule("siege:ME.4", "siege:R36")
def test_two_squads_of_a_melee_are_asked_how_they_form_again() -> None:
    melee = Melee((1, 2, 9), GARRISON)
    things = (squad(1, row(20, 20, 3)), squad(2, row(20, 22, 3)), foes(9, row(20, 21, 3)), SPARE, melee)
    after, _, _ = settled(OPEN, state(*things, game=OPEN, stack=(Settle(1, melee, (0, 2), (LOST,)),)))
    assert after.stack[-1] == Regroup((1, 2))


@pytest.mark.rule("siege:R30")
def test_a_man_touched_in_the_open_too_has_nothing_of_his_wall() -> None:
    game = on_table(wall((10, 25), (30, 25)))
    melee = Melee((1, 9), GARRISON)
    across, beside = (20_000, 25_600), (19_000, 24_400)
    for attackers, need in (((across,), 12), ((across, beside), 6), ((beside, across), 6)):
        position = state(squad(1, ((20_000, 24_400),)), foes(9, attackers), melee, game=game)
        assert front(game, position, melee) == need


@pytest.mark.rule("siege:R30")
def test_floors_that_have_not_met_on_the_stairs_are_no_front() -> None:
    game = lodge(2)
    for stairs, need in ((True, 12), (False, 6)):
        melee = Melee((1, 9), GARRISON, stairs)
        position = state(squad(1, row(21, 22, 3), 1), foes(9, row(21, 22, 3), room=2), melee, game=game)
        assert front(game, position, melee) == need


@pytest.mark.rule("siege:R28", "siege:R30")
def test_a_melee_on_the_stairs_is_one_still_when_others_are_fed_in() -> None:
    game = lodge(2)
    things = (squad(1, row(21, 22, 3), 1), foes(9, row(21, 22, 3), room=2), foes(8, row(24, 19.4, 2)))
    step = Step(state(*things, Melee((1, 9), GARRISON, True), game=game))
    engage(game, step, 8, (1,))
    assert step.state.melees == (Melee((1, 8, 9), GARRISON, True),)


@pytest.mark.rule("siege:R37", "siege:R8")
def test_over_the_wall_is_a_full_move_so_nobody_runs_along_it() -> None:
    game = on_table(wall((0, 19), (48, 19)))
    position = state(squad(1, row(20, 19.6, 1)), SPARE, game=game, stack=(FallBack(1, (20_000, 26_000)),))
    assert refused(game, position, Move(0, 20_000, 18_400)) == ""
    assert refused(game, position, Move(0, 25_990, 19_600)) == "siege:R37"


@pytest.mark.rule("siege:R37")
def test_a_full_move_that_ends_in_contact_is_no_retreat() -> None:
    things = (squad(1, row(20, 20, 1)), foes(9, row(20, 13, 1)))
    position = state(*things, game=OPEN, stack=(FallBack(1, (20_000, 26_000)),))
    assert refused(OPEN, position, Move(0, 20_000, 14_040)) == "siege:R5"
    assert refused(OPEN, position, Move(0, 21_500, 14_195)) == ""
