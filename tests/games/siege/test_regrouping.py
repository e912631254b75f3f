"""Regrouping after a melee: who finds a place, with the enemy at the door too, and whose turn it has been."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kemu.core.frames import Step
from kemu.core.rng import QuickRng
from kemu.games.siege import State
from kemu.games.siege.model.actions import Dissolve, Lose, Take
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Melee
from kemu.games.siege.rules import regrouping
from kemu.games.siege.rules.acting import Act
from kemu.games.siege.rules.cards import NextCard
from kemu.games.siege.rules.melee import Fight, gathered
from kemu.games.siege.rules.regrouping import Regroup, reformed, size_of

from .positions import GAME, OPEN, SPARE, foes, house, inches, on_table, options, play, row, squad, state, wall


@pytest.mark.rule("siege:ME.4", "siege:R36")
def test_squads_in_a_room_with_the_enemy_at_its_door_form_again_among_themselves() -> None:
    things = (squad(1, row(19, 27.5, 4), 1), squad(2, row(19, 29, 3), 1), foes(9, row(21, 25.4, 4)), SPARE)
    position = state(*things, Melee((1, 2, 9), GARRISON), stack=(Fight(1),))
    after, _ = play(GAME, position, (1, 1, 1, 1), (2, 2, 1, 1, 1, 1, 1), Lose(9, 3), (6,))
    assert after.stack[-1] == Regroup((1, 2))
    assert set(options(GAME, after)) == {*(Take(n) for n in range(7)), Dissolve()}
    after, _ = play(GAME, after, Take(5))
    assert [len(after.group(gid).men) for gid in (1, 2)] == [6, 1]


@pytest.mark.rule("siege:ME.4", "siege:R36")
def test_all_may_gather_round_the_officer_of_any_squad() -> None:
    """A squad counts on the officers of those that are asked after it: the last of them is then broken up."""
    things = (squad(1, row(20, 20, 3)), squad(2, row(24, 20, 1)), SPARE)
    position = state(*things, game=OPEN, stack=(Regroup((1, 2)),))
    assert options(OPEN, position) == (*(Take(n) for n in range(4)), Dissolve())
    after, events = play(OPEN, position, Take(3))
    assert after.find(2) is None
    assert after.group(1).men[:3] == row(20, 20, 3)
    assert len(after.group(1).men) == 4
    assert any("serves as a man" in event.tell(OPEN) for event in events)
    # The other way about: the first is broken up, and its officer serves in the second.
    after, _ = play(OPEN, position, Dissolve())
    assert [len(g.men) for g in after.groups if g.side == GARRISON] == [4]
    assert after.group(2).men[0] == (24_000, 20_000)


@pytest.mark.rule("siege:ME.4", "siege:R36")
def test_of_three_squads_each_may_be_the_one_that_stays() -> None:
    things = (squad(1, row(20, 20, 2)), squad(2, row(24, 20, 1)), squad(3, row(28, 20, 2)), SPARE)
    position = state(*things, game=OPEN, stack=(Regroup((1, 2, 3)),))
    for choices, left in (((Take(4),), 1), ((Dissolve(), Take(4)), 2), ((Dissolve(), Dissolve()), 3)):
        after, _ = play(OPEN, position, *choices)
        assert {g.id: len(g.men) for g in after.groups if g.side == GARRISON} == {left: 5}
    # With seven left somebody must stay beside them: six men and an officer are the most.
    crowd = state(squad(1, row(20, 20, 7)), squad(2, row(20, 24, 2)), SPARE, game=OPEN, stack=(Regroup((1, 2)),))
    assert options(OPEN, crowd) == tuple(Take(n) for n in range(1, 7))


@pytest.mark.rule("siege:R36")
def test_riders_go_to_a_squad_that_rides_and_foot_to_the_others() -> None:
    """Whoever comes first: a squad of riders gets on no horse less because men on foot stand before riders."""
    foot, riders = squad(1, row(20, 20, 3)), squad(2, row(24, 20, 3), mounted=True)
    things = (foot, riders, squad(3, row(28, 20, 1), mounted=True), squad(4, row(32, 20, 1)), SPARE)
    position = state(*things, game=OPEN, stack=(Regroup((1, 2, 3, 4)),))
    after, _ = play(OPEN, position, Take(1), Take(1), Take(1))
    assert [after.group(gid).mounted for gid in (2, 3, 4)] == [True, True, False]
    # One rider and one on foot come to the third squad: it dismounts. The two are not both riders, nor both foot.
    after, _ = play(OPEN, position, Take(1), Take(1), Take(2))
    assert len(after.group(3).men) == 3
    assert not after.group(3).mounted
    # Riders alone are too few for it, so they are not kept from the next that can be filled with them.
    things = (foot, riders, squad(3, row(28, 20, 1), mounted=True), squad(4, row(32, 20, 1), mounted=True), SPARE)
    position = state(*things, game=OPEN, stack=(Regroup((1, 2, 3, 4)),))
    after, _ = play(OPEN, position, Take(1), Take(1), Take(1))
    assert [after.group(gid).mounted for gid in (2, 3, 4)] == [True, True, False]
    after, _ = play(OPEN, position, Take(0), Take(1), Take(2))
    assert [after.group(gid).mounted for gid in (2, 3, 4)] == [True, False, True]


@pytest.mark.rule("siege:ME.4", "siege:R5", "siege:R36")
def test_newcomers_may_touch_the_enemies_of_their_melee_and_no_others() -> None:
    """The place in the east, looked at first, touches the enemy."""
    things = (squad(1, row(20, 20, 1)), squad(2, row(40, 10, 2)), foes(9, inches((22.03, 20))), SPARE)
    for groups, place in (((1, 2, 9), (21_010, 20_000)), ((1, 2), (18_990, 20_000))):
        position = state(*things, Melee(groups, GARRISON), game=OPEN, stack=(Regroup((1, 2)),))
        after, _ = play(OPEN, position, Take(1))
        assert after.group(1).men == ((20_000, 20_000), place)


def crowded(seed: int, squads: int, men: int, size: tuple[float, float], others: int) -> tuple[Any, State]:
    """Squads of so many, all mixed up in one room, with others in their way."""
    rng = QuickRng(seed)
    w, h = size
    game = on_table(house(10, 10, w, h, [("door", 0, 10 + w / 2, 10)]))
    across, deep = (int((side - 1.1) / 1.02) + 1 for side in size)
    places = [(10.55 + i * 1.02, 10.55 + j * 1.02) for j in range(deep) for i in range(across)]
    drawn = [places.pop(rng.below(len(places))) for _ in range(squads * men + others)]
    groups = [squad(i + 1, inches(*(drawn.pop() for _ in range(men))), 1) for i in range(squads)]
    groups += [squad(20 + i, inches(place), 1) for i, place in enumerate(drawn)]
    return game, state(*groups, game=game, stack=(Regroup(tuple(range(1, squads + 1))),))


@pytest.mark.rule("siege:ME.4", "siege:R36")
def test_what_is_offered_is_what_some_choice_of_the_others_leaves_room_for() -> None:
    limited = 0
    for seed in range(40):
        game, position = crowded(seed, 3, 2, (4.2, 3.2), 4 + seed % 3)
        frame = position.stack[-1]
        assert isinstance(frame, Regroup)

        def possible(sizes: tuple[int, ...], game: Any = game, position: State = position) -> bool:
            if len(sizes) == 3:
                return reformed(game, position, (1, 2, 3), sizes) is not None
            return any(possible((*sizes, size)) for size in Regroup((1, 2, 3), sizes).sizes_open(position))

        wanted = [size for size in frame.sizes_open(position) if possible((size,))]
        assert [size_of(option) for option in frame._open(game, position)] == wanted
        limited += len(wanted) < len(frame.sizes_open(position))
    assert limited > 10


@pytest.mark.rule("siege:R36")
def test_six_squads_without_room_are_not_tried_in_every_combination(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = regrouping.around

    def counted(*args: Any, **more: Any) -> Any:
        asked.append(1)
        return real(*args, **more)

    monkeypatch.setattr(regrouping, "around", counted)
    game = on_table(house(10, 10, 8, 8, [("door", 0, 14, 10)]))
    squads = [squad(i + 1, row(11, 10.7 + i * 1.1, 3), 1) for i in range(6)]
    # An enemy at the door with whom they are in no melee: nobody may be set down in contact with him.
    position = state(*squads, foes(9, row(14, 9.4, 1)), game=game, stack=(Regroup((1, 2, 3, 4, 5, 6)),))
    frame = position.stack[-1]
    assert isinstance(frame, Regroup)
    assert frame._open(game, position) == [Take(2)]
    assert 0 < len(asked) < 200


SHOT = on_table(wall((10, 25), (40, 25), "hasty"))


def after_the_shot(acting: Act, *choices: Any) -> Act:
    """Squads 1, 2 and 3 have shot their enemy, form again so, and stay where they are: the rest of the card."""
    squads = (squad(1, row(12, 24.4, 3)), squad(2, row(20, 24.4, 3)), squad(3, row(28, 24.4, 2)))
    things = (*squads, squad(4, row(5, 5, 2)), SPARE, Melee((1, 2, 3), GARRISON))
    stack = (NextCard(), acting, Regroup((1, 2, 3)))
    after, _ = play(SHOT, replace(state(*things, game=SHOT), stack=stack), *choices)
    found = after.stack[-1]
    assert isinstance(found, Act)
    return found


@pytest.mark.rule("siege:R23", "siege:R36", "siege:DB.1")
def test_whoever_takes_in_men_of_a_squad_whose_turn_is_over_has_had_his() -> None:
    acting = Act(GARRISON, 2, 3, 1, (1,))
    # Squad 1 gives a man to squad 2; the first of those who are free goes to the first who wants one.
    assert after_the_shot(acting, Take(1), Take(3)) == Act(GARRISON, 2, 3, 1, (1, 2))
    assert after_the_shot(acting, Take(2), Take(2)) == acting
    # Broken up, it gives three: two to squad 2, one to squad 3, whose own turn had begun.
    assert after_the_shot(acting, Dissolve(), Take(4)) == Act(GARRISON, 2, 3, 1, (1, 2, 3))


@pytest.mark.rule("siege:R23", "siege:R36", "siege:DB.1")
def test_the_turn_of_a_squad_that_is_broken_up_goes_on_where_its_men_go() -> None:
    acting = Act(GARRISON, 2, 1, 2)
    assert after_the_shot(acting, Dissolve(), Take(5)) == Act(GARRISON, 2, 2, 2)
    # One goes on with its turn; the other has men who have acted, and does not act again.
    assert after_the_shot(acting, Dissolve(), Take(4)) == Act(GARRISON, 2, 2, 2, (3,))
    # The squad that acts stays: who has a man of it has had his turn.
    assert after_the_shot(acting, Take(1), Take(3)) == Act(GARRISON, 2, 1, 2, (2,))
    # Men who have not acted take nothing with them.
    assert after_the_shot(acting, Take(3), Take(1)) == acting


@pytest.mark.rule("siege:R23", "siege:R36", "siege:DB.1")
def test_attackers_who_are_acting_go_on_in_the_group_that_they_join() -> None:
    things = (squad(1, row(40, 10, 1)), foes(7, row(20, 25.6, 2)), foes(8, row(23, 25.6, 2)), SPARE)
    for acting, left in (
        (Act(ATTACKERS, 2, 8, 2, (9,)), Act(ATTACKERS, 2, 7, 2, (9,))),
        (Act(ATTACKERS, 2, 7, 2, (8,)), Act(ATTACKERS, 2, 7, 2, (8, 7))),
        (Act(ATTACKERS, 2, 9, 2), Act(ATTACKERS, 2, 9, 2)),
    ):
        melee = Melee((1, 7, 8), GARRISON)
        step = Step(replace(state(*things, melee, game=OPEN), stack=(NextCard(), acting)))
        gathered(OPEN, step, melee)
        assert step.state.stack == (NextCard(), left)
