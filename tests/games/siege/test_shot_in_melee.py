"""A shot within a melee: if it ends the melee, that is won as if it had been fought out; if not, nothing is decided."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kemu.games.siege.model.actions import Activate, FireMelee, Lose, Move, Next, Stay, Stop, Take
from kemu.games.siege.model.events import MeleeWon
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Melee
from kemu.games.siege.rules.acting import Act, Order
from kemu.games.siege.rules.cards import AfterActions, NextCard
from kemu.games.siege.rules.occupying import Occupy
from kemu.games.siege.rules.regrouping import Regroup
from kemu.games.siege.rules.reinforcements import EdgeDie
from kemu.games.siege.rules.retreat.fall_back import FallBack

from .positions import OPEN, SPARE, foes, house, on_table, options, order, play, refused, row, squad, state, wall

HELD = on_table(wall((10, 25), (40, 25), "hasty"))


def won(events: list[Any]) -> list[int | None]:
    return [event.winner for event in events if isinstance(event, MeleeWon)]


@pytest.mark.rule("siege:R32", "siege:R39", "siege:ME.11")
def test_the_squad_whose_shot_routs_the_enemy_may_take_his_place() -> None:
    things = (squad(1, row(20, 24.4, 3)), foes(9, row(20, 25.6, 3)), SPARE, Melee((1, 9), GARRISON))
    position = order(state(*things, game=HELD), 1)
    after, events = play(HELD, position, FireMelee(), (2, 2, 2), Lose(9, 0), (1,))
    assert won(events) == [GARRISON]
    assert after.pool[0] == 62
    assert not after.melees
    assert after.stack[-1] == Occupy(1, ((20_000, 25_600, 0), (21_000, 25_600, 0), (22_000, 25_600, 0)))
    over, _ = play(HELD, after, Move(0, 20_000, 25_600))
    assert over.group(1).men[0] == (20_000, 25_600)
    stays, _ = play(HELD, after, Stay())
    assert stays.group(1).men == row(20, 24.4, 3)


@pytest.mark.rule("siege:R32", "siege:ME.9")
def test_a_shot_after_which_both_sides_are_left_decides_nothing() -> None:
    melee = Melee((1, 9), GARRISON)
    things = (squad(1, row(20, 24.4, 3)), foes(9, row(20, 25.6, 3)), SPARE, melee)
    after, events = play(HELD, order(state(*things, game=HELD), 1), FireMelee(), (2, 2, 2), Lose(9, 0), (2,))
    assert won(events) == []
    assert after.melees == (melee,)
    assert isinstance(after.stack[-1], NextCard)


@pytest.mark.rule("siege:R32", "siege:R36", "siege:ME.4")
def test_the_squads_of_a_melee_that_a_shot_ends_form_again_and_each_may_occupy() -> None:
    things = (squad(1, row(20, 24.4, 3)), squad(2, row(24, 24.4, 2)), foes(9, row(20, 25.6, 1)), SPARE)
    position = order(state(*things, Melee((1, 2, 9), GARRISON), game=HELD), 1)
    after, events = play(HELD, position, FireMelee(), (2, 2, 2))
    assert won(events) == [GARRISON]
    assert after.stack[-1] == Regroup((1, 2))
    after, _ = play(HELD, after, Take(1))
    assert [len(group.men) for group in after.groups if group.side == GARRISON] == [2, 3]
    assert options(HELD, after) == (Next(1), Next(2))
    after, _ = play(HELD, after, Next(2), Stay())
    assert isinstance(after.stack[-1], Occupy)
    assert after.stack[-1].group == 1


@pytest.mark.rule("siege:R32", "siege:UA.6", "siege:RE.1")
def test_the_card_whose_shot_ended_the_last_melee_has_none_to_resolve() -> None:
    things = (squad(1, row(20, 24.4, 3)), foes(9, row(20, 25.6, 1)), SPARE, Melee((1, 9), GARRISON))
    position = replace(state(*things, game=HELD), stack=(NextCard(), AfterActions(GARRISON), Act(GARRISON, 2)))
    after, _ = play(HELD, position, Activate(1), FireMelee(), (2, 2, 2), Stay())
    assert Activate(1) in options(HELD, after)  # it is out of the melee, and has its second action
    after, _ = play(HELD, after, Stop())
    assert isinstance(after.stack[-1], EdgeDie)


@pytest.mark.rule("siege:R23", "siege:R32", "siege:R36", "siege:ME.3")
def test_attackers_who_shoot_the_last_man_form_a_group_of_each_kind_and_move_up() -> None:
    band = (foes(7, row(20, 25.6, 2)), foes(8, row(23, 25.6, 2)), foes(9, row(26, 25.6, 3), "muskets"))
    things = (squad(1, row(20, 24.4, 1)), squad(2, row(40, 10, 1)), *band, Melee((1, 7, 8, 9), GARRISON))
    acting = (Act(ATTACKERS, 1, 9, 1, (8,)), Order(9))
    after, events = play(HELD, replace(state(*things, game=HELD), stack=(NextCard(), *acting)), FireMelee(), (4,) * 3)
    assert won(events) == [ATTACKERS]
    assert {group.id: len(group.men) for group in after.groups if group.side == ATTACKERS} == {7: 4, 9: 3}
    after, _ = play(HELD, after, Next(9), Move(0, 20_000, 24_400), Stay())
    # Those who joined group 7 have had their turn with this card, so it has had it.
    assert options(HELD, after) == (Activate(9), Stop())


@pytest.mark.rule("siege:R32", "siege:R37", "siege:R38", "siege:MO.5")
def test_fanatics_who_stay_after_a_shot_fall_back_and_if_they_cannot_nobody_leaves() -> None:
    things = (squad(1, row(20, 20, 3)), foes(8, row(20, 21, 2)), foes(9, row(22, 21, 1), "tigers"), SPARE)
    position = order(state(*things, Melee((1, 8, 9), GARRISON), game=OPEN), 1)
    after, events = play(OPEN, position, FireMelee(), (2, 2, 2), Lose(8, 0), (1,))
    assert won(events) == [GARRISON]
    assert after.stack[-1] == FallBack(9, (21_000, 20_000), own=(22_000, 21_000))
    gone, _ = play(OPEN, after, OPEN.pending(after).free.known)
    assert isinstance(gone.stack[-1], Occupy)
    assert refused(OPEN, gone, Move(0, 22_000, 21_000)) == ""
    assert not gone.melees
    cell = on_table(
        house(10, 10, 20, 9.45, [("door", 0, 11, 10)]),
        house(10, 20.55, 20, 9, [("door", 0, 11, 29.55)]),
        house(10, 19.45, 9, 1.1, [("door", 0, 10, 20)]),
        house(21, 19.45, 9, 1.1, [("door", 0, 30, 20)]),
    )
    things = (squad(1, row(19.5, 20, 1)), foes(8, row(40, 40, 2)), foes(9, row(20.5, 20, 1), "tigers"), SPARE)
    position = order(state(*things, Melee((1, 8, 9), GARRISON), game=cell), 1)
    after, events = play(cell, position, FireMelee(), (6,), Lose(8, 0), (1,))
    assert won(events) == [GARRISON]
    assert after.melees == (Melee((1, 9), GARRISON),)
    assert isinstance(after.stack[-1], NextCard)
