"""Guns and their crews, easily got wrong: who serves them, where they face, when they are lost."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kemu.games.siege.model.actions import (
    ChooseGun,
    Combine,
    Fire,
    FireMelee,
    Lose,
    Move,
    Rejoin,
    Stay,
    Turn,
)
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Melee, PoolGun
from kemu.games.siege.rules.facing import Facing
from kemu.games.siege.rules.losses import AfterLosses
from kemu.games.siege.rules.reinforcements import ComingOn, Entry

from .positions import (
    GAME,
    OPEN,
    SPARE,
    crew,
    foes,
    house,
    inches,
    lodge,
    on_table,
    options,
    order,
    piece,
    play,
    refused,
    row,
    settled,
    squad,
    state,
    wall,
)
from .test_movement import drawn

# -- guns and crews ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:R40")
def test_a_crew_out_of_reach_of_its_gun_moves_towards_it_and_nowhere_else() -> None:
    position = order(state(crew(2, 50, row(31.5, 24, 3)), piece(50, 20, 24), SPARE, game=OPEN), 2)
    assert refused(OPEN, position, Move(0, 26_000, 24_000)) == ""
    assert refused(OPEN, position, Move(0, 33_900, 25_100)) == "siege:R40"


@pytest.mark.rule("siege:MV.10", "siege:R41")
def test_a_crewman_who_joins_riders_makes_them_foot() -> None:
    position = state(
        squad(1, row(5, 5, 4), mounted=True), crew(2, 50, row(24, 25.02, 4)), piece(50, 24, 24), SPARE,
        game=OPEN, shells=0,
    )  # fmt: skip
    after, _ = play(OPEN, order(position, 2), Rejoin(0, 1))
    assert (len(after.group(1).men), after.group(1).mounted) == (5, False)


@pytest.mark.rule("siege:R31", "siege:R41", "siege:R42")
def test_nobody_joins_a_squad_in_melee() -> None:
    position = state(
        squad(1, row(20, 20, 3)), squad(3, row(20, 16, 3)), crew(2, 50, row(24, 25.02, 4)), piece(50, 24, 24),
        foes(9, row(20, 21, 2)), Melee((1, 9), GARRISON), game=OPEN, shells=0,
    )  # fmt: skip
    assert {o.squad for o in options(OPEN, order(position, 2)) if isinstance(o, Rejoin)} == {3}
    assert not [o for o in options(OPEN, order(position, 3)) if isinstance(o, Combine)]


@pytest.mark.rule("siege:MV.2", "siege:R42")
def test_a_mounted_squad_may_join_foot_in_a_house_and_is_foot() -> None:
    game = lodge()
    position = state(squad(1, row(21, 22, 3), 1), squad(2, row(22, 17, 3), mounted=True), SPARE, game=game)
    after, _ = play(game, order(position, 2), Combine(1, 1))
    assert [(g.room, g.mounted, len(g.men)) for g in after.groups if g.side == GARRISON] == [(1, False, 6)]


@pytest.mark.rule("siege:R2", "siege:R43", "siege:R44")
def test_a_gun_that_comes_on_faces_where_the_attackers_say() -> None:
    position = state(squad(1, row(24, 24, 3)), game=OPEN, stack=(ComingOn(3, "gun", 4),), pool_guns=(PoolGun(4, True),))
    position, _ = play(OPEN, position, OPEN.pending(position).free.first())
    assert isinstance(position.stack[-1], Facing)
    assert OPEN.pending(position).seat == ATTACKERS
    after, _ = play(OPEN, position, Turn(-1000, 0))
    assert after.guns[0].face == (-1000, 0)
    kept, _ = play(OPEN, position, Stay())
    assert kept.guns[0].face == position.guns[0].face


@pytest.mark.rule("siege:R43", "siege:R46")
def test_the_attackers_choose_which_of_two_guns_comes() -> None:
    position = state(
        squad(1, row(24, 24, 3)), game=OPEN, stack=(Entry(3),), pool=(0,) * len(GAME.armies.kind),
        pool_guns=(PoolGun(1, True), PoolGun(4, False)),
    )  # fmt: skip
    position, _ = play(OPEN, position, (5, 5, 6))
    assert options(OPEN, position) == (ChooseGun(0), ChooseGun(1))
    after, _ = play(OPEN, position, ChooseGun(1))
    after, _ = play(OPEN, after, OPEN.pending(after).free.first())
    assert (len(after.groups[-1].men), after.guns[0].fired, after.pool_guns) == (4, False, (PoolGun(1, True),))


@pytest.mark.rule("siege:FG.1", "siege:R2", "siege:R4")
def test_the_attackers_gun_and_crew_stand_where_they_are_put_if_that_is_legal() -> None:
    gunners = foes(9, row(20, 20, 4), "gun", gun=50)
    position = order(state(squad(1, row(5, 5, 1)), gunners, piece(50, 20, 21, side=ATTACKERS), game=OPEN), 9)
    rest = inches((25, 27), (26, 26), (27, 26), (28, 26))
    after, _ = play(OPEN, position, Move(0, 25_000, 26_000, fx=7, fy=1, rest=rest))
    assert (after.guns[0].at, after.guns[0].face, after.group(9).men) == (
        rest[0],
        (7, 1),
        ((25_000, 26_000), *rest[1:]),
    )
    assert refused(OPEN, position, Move(0, 25_000, 26_000, rest=((0, 0),))) == "siege:MV.4"


@pytest.mark.rule("siege:FG.4", "siege:R44")
def test_only_a_gun_without_crew_is_destroyed_and_not_through_a_wall() -> None:
    game = on_table(wall((10, 25), (40, 25)))
    gun = piece(50, 20, 25.52, side=ATTACKERS)
    for things, at, left in (
        ((gun,), (20_000, 24_480), 1),
        ((piece(50, 20, 23.4, side=ATTACKERS),), (20_000, 24_430), 0),
        ((piece(50, 20, 23.4, side=ATTACKERS), foes(8, row(18, 22, 4), "gun", gun=50)), (20_000, 24_430), 1),
    ):
        position = order(state(squad(1, row(24, 24, 1)), SPARE, *things, game=game), 1)
        after, _ = play(game, position, Move(0, *at))
        assert len(after.guns) == left


@pytest.mark.rule("siege:FG.4", "siege:R44")
def test_a_gun_whose_crew_is_shot_goes_if_an_enemy_already_touches_it() -> None:
    things = (squad(1, row(20, 20, 1)), SPARE, piece(50, 20, 21.02, side=ATTACKERS))
    after, _, _ = settled(OPEN, state(*things, game=OPEN, stack=(AfterLosses(),)))
    assert not after.guns


@pytest.mark.rule("siege:R2", "siege:FG.1")
def test_an_attackers_gun_that_moves_faces_where_its_owner_says() -> None:
    men = inches((25, 24), (23, 24), (24, 25), (24, 23))
    things = (foes(9, men, "gun", gun=50), piece(50, 24, 24, side=ATTACKERS), squad(1, row(25, 44, 1)))
    position = order(state(*things, game=OPEN), 9)
    moved, _ = play(OPEN, position, Move(0, 25_000, 28_000))
    assert moved.stack[-1] == Facing(50)
    assert OPEN.pending(moved).seat == ATTACKERS
    assert play(OPEN, moved, Turn(-3, 1))[0].gun(50).face == (-3, 1)
    assert play(OPEN, moved, Stay())[0].gun(50).face == moved.gun(50).face
    said, _ = play(OPEN, position, Move(0, 25_000, 28_000, fx=1, fy=-2))  # said with the move: not asked again
    assert said.gun(50).face == (1, -2)
    assert not isinstance(said.stack[-1], Facing)


# -- what is shown and said --------------------------------------------------------------------------------------------


def shown(game: object, position: object) -> list[str]:
    return [reach.label for reach in game.pending(position).free.reach()]


@pytest.mark.rule("siege:MV.9")
def test_a_gun_with_its_full_crew_is_shown_all_the_table_to_face_and_told_to_turn() -> None:
    men, gun = inches((25, 24), (23, 24), (24, 25), (24, 23)), piece(50, 24, 24)
    position = order(state(crew(2, 50, men), gun, SPARE, game=OPEN), 2)
    assert shown(OPEN, position) == ["face this way"]
    assert drawn(OPEN, OPEN.pending(position).free).area == pytest.approx(2400**2, rel=0.01)
    assert OPEN.pending(position).prompt.endswith(": turn the gun, fire or take a special action.")
    empty = order(state(crew(2, 50, men), gun, SPARE, game=OPEN, shells=0), 2)
    assert OPEN.pending(empty).prompt.endswith(": turn the gun or take a special action.")


@pytest.mark.rule("siege:R40")
@pytest.mark.parametrize(
    ("things", "men"),
    [
        ((), row(29, 24, 4)),
        ((wall((26, 18), (26, 26), height="high"),), row(28, 24, 3)),
        ((wall((26, 14), (26, 34), height="high"),), row(26.6, 24, 2)),
        ((house(25.5, 22, 3, 4, [("door", 0, 27, 22)]),), row(29.5, 24, 2)),
    ],
)
def test_a_crew_driven_off_is_shown_the_ground_nearer_to_its_gun(things: tuple, men: tuple) -> None:
    shapely = pytest.importorskip("shapely")
    game = on_table(*things)
    position = order(state(crew(2, 50, men), piece(50, 22, 24), SPARE, game=game), 2)
    assert set(shown(game, position)) == {"back to the gun"}
    assert "go back to the gun" in game.pending(position).prompt
    free = game.pending(position).free
    ground = drawn(game, free)
    found = wrong = 0
    for i in range(-20, 13):
        for j in range(-14, 15):
            x, y = 30_000 + i * 570, 24_000 + j * 570
            point = shapely.Point(x / 20, (48_000 - y) / 20)
            answers = [free.check(Move(figure, x, y)) for figure in range(len(men))]
            if None in answers:
                found += 1
                assert ground.distance(point) < 5, (x, y)
            elif ground.covers(point) and ground.boundary.distance(point) > 10:
                wrong += all(answer.clause in ("siege:R40", "siege:MV.1", "siege:R6") for answer in answers)
    # A ray is drawn up to its last good point: now and then it passes over ground that leads away.
    assert found > 3
    assert wrong <= found // 8
    assert ground.area / 2500 < 90  # six inches all round them are 113 and more


@pytest.mark.rule("siege:R40")
def test_a_crew_walled_off_from_its_gun_comes_nearer_as_the_crow_flies_and_not_into_a_house() -> None:
    pen = [(20, 22), (24, 22), (24, 26), (20, 26), (20, 22)]
    sides = [wall(a, b, height="high") for a, b in pairwise(pen)]
    game = on_table(*sides, house(25, 26, 3, 3, [("door", 0, 28, 27.5)]))
    position = order(state(crew(2, 50, row(29, 24, 2)), piece(50, 22, 24), SPARE, game=game), 2)
    assert refused(game, position, Move(0, 26_000, 24_000)) == ""
    assert refused(game, position, Move(0, 33_000, 25_500)) == "siege:R40"
    assert refused(game, position, Move(0, 26_000, 27_000, 1)) == "siege:R40"


@pytest.mark.rule("siege:FG.1")
def test_the_attackers_gun_is_not_shown_into_a_house() -> None:
    game = on_table(house(20, 20, 6, 6, [("door", 0, 23, 20)]))
    for gun, label in ((50, False), (-1, True)):
        band = foes(9, row(22, 17, 2), "gun", gun=gun)
        position = order(state(band, piece(50, 24, 17, side=ATTACKERS), squad(1, row(5, 44, 3)), game=game), 9)
        assert any(name.startswith("into") for name in shown(game, position)) is label
        assert (refused(game, position, Move(0, 23_000, 23_000, 1)) == "") is label


@pytest.mark.rule("siege:UA.2", "siege:R45")
def test_only_who_has_firearms_is_told_to_fire() -> None:
    things = (squad(1, row(10, 10, 3)), foes(8, row(20, 20, 3)), foes(9, row(30, 30, 3), "muskets"))
    for gid, what in (
        (1, "move, fire or take a special action"),
        (8, "move or take a special action"),
        (9, "move, fire or take a special action"),
    ):
        assert OPEN.pending(order(state(*things, game=OPEN), gid)).prompt.endswith(f": {what}.")


@pytest.mark.rule("siege:R32", "siege:R43", "siege:R44")
def test_a_crew_routed_by_a_shot_loses_its_gun_in_melee_and_takes_it_along_otherwise() -> None:
    gunners, gun = foes(9, row(20, 21, 2), "gun", gun=50), piece(50, 20.5, 22, side=ATTACKERS)
    things = (squad(1, row(20, 20, 3)), gunners, gun, SPARE)
    within_it = order(state(*things, Melee((1, 9), GARRISON), game=OPEN, pool_guns=()), 1)
    after, _ = play(OPEN, within_it, FireMelee(), (2, 2, 2), Lose(9, 1), (1,))
    assert (after.guns, after.pool_guns) == ((), ())
    far = (squad(1, row(20, 10, 3)), gunners, gun, SPARE)
    after, _ = play(OPEN, order(state(*far, game=OPEN, pool_guns=()), 1), Fire(9), (2, 2, 2), Lose(9, 1), (1,))
    assert (after.guns, after.pool_guns) == ((), (PoolGun(1, False),))


@pytest.mark.rule("siege:R31", "siege:SH.2")
def test_a_gun_in_melee_fires_if_any_of_its_enemies_is_in_its_arc() -> None:
    gun, gunners = piece(50, 20, 20, face=(0, 1)), crew(2, 50, inches((21, 20), (19, 20), (20, 19)))
    for enemies, fires in (
        (inches((22, 20), (20, 24)), True),
        (inches((22, 20), (24, 20)), False),
    ):
        position = order(state(gunners, gun, foes(9, enemies), SPARE, Melee((2, 9), GARRISON), game=OPEN), 2)
        assert (FireMelee() in options(OPEN, position)) is fires
