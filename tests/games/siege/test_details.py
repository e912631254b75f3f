"""What is easily got wrong: contacts of those behind, men who change squads, guns, feeding in, ways out, choices."""

from __future__ import annotations

import pytest

from kemu.core.pending import Decide, Over
from kemu.games.siege import Options
from kemu.games.siege.actions import (
    Activate,
    ChooseGun,
    Climb,
    Combine,
    Fire,
    FireMelee,
    Force,
    Lose,
    Mount,
    Move,
    Place,
    PlaceGun,
    Quarter,
    Rejoin,
    Resolve,
    Stay,
    Stop,
    Take,
    Turn,
    Withdraw,
)
from kemu.games.siege.pieces import ATTACKERS, GARRISON, Blaze, Melee, PoolGun
from kemu.games.siege.rules.acting import Act
from kemu.games.siege.rules.cards import NextCard
from kemu.games.siege.rules.facing import Facing
from kemu.games.siege.rules.falling_back import FallBack
from kemu.games.siege.rules.fires import Engulfed
from kemu.games.siege.rules.losses import AfterLosses
from kemu.games.siege.rules.melee import Fight, Melees
from kemu.games.siege.rules.occupying import Occupy
from kemu.games.siege.rules.regrouping import Regroup
from kemu.games.siege.rules.reinforcements import ComingOn, EdgeDie, Entry
from kemu.games.siege.rules.shooting import Shot, Volley, best_shot
from kemu.games.siege.rules.troops import shooting_dice
from kemu.games.siege.rules.winning import left_in_pool

from .positions import (
    GAME,
    actions,
    area,
    crew,
    foes,
    house,
    inches,
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

OPEN = on_table()
SPARE = foes(6, row(40, 44, 3))
ROOMS = (("door", 0, 24, 20), ("window", 0, 28, 24), ("window", 1, 24, 20))


def lodge(storeys: int = 1) -> object:
    return on_table(house(20, 20, 8, 8, ROOMS if storeys > 1 else ROOMS[:2], storeys))


# -- contact and melee -----------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:ME.1", "siege:R5", "siege:R28")
def test_whoever_of_a_group_touches_an_enemy_brings_him_into_the_melee() -> None:
    position = state(squad(1, row(20, 20, 1)), squad(2, row(22.02, 20, 1)), foes(9, row(20, 14, 3)), game=OPEN)
    move = Move(0, 20_000, 18_980, rest=((21_000, 18_980), (22_020, 18_980)))
    after, _ = play(OPEN, order(position, 9), move)
    assert after.melees == (Melee((1, 2, 9), GARRISON),)


@pytest.mark.rule("siege:ME.4", "siege:R4", "siege:R36")
def test_men_who_change_squads_are_set_down_with_their_new_officer() -> None:
    far = state(squad(1, row(10, 10, 7)), squad(2, row(30, 40, 3)), SPARE, game=OPEN, stack=(Regroup((1, 2)),))
    after, _ = play(OPEN, far, Take(4))
    assert [len(g.men) for g in after.groups if g.side == GARRISON] == [5, 5]
    assert all(abs(x - 30_000) < 4_000 and abs(y - 40_000) < 4_000 for x, y in after.group(2).men)
    game = lodge()
    apart = state(squad(1, row(21, 22, 3), 1), squad(2, row(22, 16, 3)), SPARE, game=game, stack=(Regroup((1, 2)),))
    after, _ = play(game, apart, Take(1))
    assert all(game.ground(after).fits(man, 0, 0) for man in after.group(2).men)


@pytest.mark.rule("siege:ME.4", "siege:R11", "siege:R36")
def test_nobody_joins_a_squad_whose_room_is_full() -> None:
    game = on_table(house(20, 20, 3, 2.2, (("door", 0, 21.5, 20),)))
    full = ((20_500, 20_500), (21_500, 20_500), (22_500, 20_500), (20_500, 21_600), (21_510, 21_600))
    position = state(squad(1, full, 1), squad(2, row(10, 10, 4)), SPARE, game=game, stack=(Regroup((1, 2)),))
    assert max(o.men for o in options(game, position) if isinstance(o, Take)) == 4


@pytest.mark.rule("siege:OC.2", "siege:R49")
def test_riders_are_not_fed_in_against_men_in_trees() -> None:
    game = on_table(area("trees", 18, 22, 6, 3))
    position = state(
        squad(1, row(20, 24, 3)), foes(9, row(20, 25.04, 3)), foes(8, row(20, 34, 2), "riders"),
        Melee((1, 9), GARRISON), game=game, options=Options(cavalry=True),
    )  # fmt: skip
    assert refused(game, order(position, 8), Move(0, 20_000, 26_060)) == "siege:OC.2"
    open_ground = on_table()
    assert refused(open_ground, order(position, 8), Move(0, 20_000, 26_060)) == ""


@pytest.mark.rule("siege:OC.2", "siege:R29", "siege:R49")
def test_a_wall_does_not_keep_riders_from_men_who_do_not_hold_it() -> None:
    game = on_table(wall((10, 25), (40, 25)))
    things = (squad(1, row(20, 24.4, 3)), foes(9, row(20, 25.6, 2)), foes(8, row(23, 30, 1), "riders"))
    chosen = Options(cavalry=True)
    attacked = state(*things, Melee((1, 9), ATTACKERS), game=game, options=chosen)
    assert refused(game, order(attacked, 8), Move(0, 22_100, 25_600)) == ""
    held = state(*things, Melee((1, 9), GARRISON), game=game, options=chosen)
    assert refused(game, order(held, 8), Move(0, 22_100, 25_600)) == "siege:OC.2"


@pytest.mark.rule("siege:R28", "siege:UA.6")
def test_on_a_black_face_card_the_attackers_pick_and_every_melee_is_fought() -> None:
    position = state(
        squad(1, row(10, 10, 2)), foes(9, row(10, 11, 2)), squad(2, row(30, 10, 2)), foes(8, row(30, 11, 2)),
        SPARE, Melee((1, 9), GARRISON), Melee((2, 8), GARRISON), game=OPEN,
    )  # fmt: skip
    position, _ = play(OPEN, position, ("K spades",), Stop())
    pending = OPEN.pending(position)
    assert (pending.seat, pending.options) == (ATTACKERS, (Resolve(1), Resolve(2)))
    position, _ = play(OPEN, position, Resolve(2))
    fought = {position.stack[-1].member}
    for _ in range(40):
        pending = OPEN.pending(position)
        if isinstance(position.stack[-1], Fight):
            fought.add(position.stack[-1].member)
        if isinstance(position.stack[-1], NextCard):
            break
        if isinstance(pending, Decide):
            choice = pending.options[-1] if pending.options else pending.free.known
        else:
            choice = tuple([1] * pending.n)
        position, _ = play(OPEN, position, choice)
    assert fought == {1, 2}


@pytest.mark.rule("siege:R29", "siege:R30")
def test_attackers_who_were_attacked_behind_a_wall_need_twelve_to_be_killed() -> None:
    game = on_table(wall((10, 25), (40, 25)))
    position = state(
        squad(1, row(20, 24.4, 2)), foes(9, row(20, 25.6, 4)), SPARE, Melee((1, 9), ATTACKERS),
        game=game, stack=(Melees(GARRISON, ()), Fight(1)),
    )  # fmt: skip
    after, _ = play(game, position, (1, 1, 1, 1), (6, 5))
    assert after.dead == (0, 0)
    after, _ = play(game, position, (1, 1, 1, 1), (6, 6))
    assert isinstance(after.stack[-1].side, int)
    assert after.stack[-1].number == 1


@pytest.mark.rule("siege:R31")
def test_a_gun_in_melee_keeps_its_arc() -> None:
    def position(face: tuple[int, int]) -> object:
        return order(
            state(
                crew(2, 50, row(23, 23, 3)), piece(50, 24, 24, face), foes(9, row(25, 25, 2)), Melee((2, 9), GARRISON),
                game=OPEN, shells=5,
            ),
            2,
        )  # fmt: skip

    assert FireMelee() in options(OPEN, position((1, 1)))
    assert Activate(2) not in options(OPEN, replace_order(position((-1, -1))))


def replace_order(position: object) -> object:
    from msgspec.structs import replace

    with_squad = replace(position, groups=(squad(1, row(5, 5, 3)), *position.groups))
    return actions(with_squad, GARRISON, 1)


# -- shooting --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:SH.7", "siege:R33", "siege:R34")
def test_kills_beyond_the_figures_there_are_lost() -> None:
    position = order(state(squad(1, row(20, 20, 7)), foes(9, row(20, 30, 2)), SPARE, game=OPEN, rifle=5), 1)
    after, events = play(OPEN, position, Fire(9), (6,) * 7)
    assert [e.kills for e in events if hasattr(e, "kills")] == [2]
    assert after.dead == (0, 2)


@pytest.mark.rule("siege:SH.4", "siege:R21")
def test_the_shooter_has_the_best_line() -> None:
    game = on_table(wall((18, 25), (22, 25)))
    muskets = foes(9, (*row(20, 35, 1), *row(30, 24.4, 1)), "musketeers")
    position = state(squad(1, row(20, 24.4, 1)), muskets, game=game)
    shot = best_shot(game, position, position.group(9), position.group(1))
    assert isinstance(shot, Shot)
    assert (shot.need, shot.eye.at) == (6, (30_000, 24_400))


@pytest.mark.rule("siege:SH.2", "siege:R21")
def test_a_gun_looks_from_its_own_place() -> None:
    game = on_table(wall((19, 26), (21, 26), "wall", "high"))
    position = state(
        crew(2, 50, ((20_000, 25_000), (19_000, 24_000))), piece(50, 24, 24, (0, 1)), foes(9, row(20, 32, 1)),
        game=game, shells=5,
    )  # fmt: skip
    assert isinstance(best_shot(game, position, position.group(2), position.group(9)), Shot)


@pytest.mark.rule("siege:FG.3")
def test_the_attackers_gun_loses_dice_only_for_the_dead() -> None:
    scattered = foes(9, (*row(20, 20, 1), *row(24, 20, 2)), "gun", gun=50)
    position = state(squad(1, row(5, 5, 1)), scattered, piece(50, 21, 20, side=ATTACKERS), game=OPEN)
    assert shooting_dice(OPEN, position, position.group(9)) == 6


# -- guns and crews --------------------------------------------------------------------------------------------------


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


# -- floors, facing, mounting: every rule has a choice ---------------------------------------------------------------


@pytest.mark.rule("siege:MV.5", "siege:R11")
def test_a_group_takes_the_stairs_to_any_floor_that_the_enemy_does_not_hold() -> None:
    game = lodge(2)
    position = state(squad(1, row(21, 22, 5), 1), foes(9, row(21, 22, 2), room=3), game=game)
    climbs = [o for o in options(game, order(position, 1)) if isinstance(o, Climb)]
    assert climbs == [Climb(2)]
    after, _ = play(game, order(position, 1), Climb(2))
    assert after.group(1).room == 2
    assert all(game.ground(after).fits(man, 2, 0) for man in after.group(1).men)


@pytest.mark.rule("siege:MV.9")
def test_a_drag_turns_a_gun_that_is_fully_manned() -> None:
    position = order(state(crew(2, 50, row(24, 25.02, 4)), piece(50, 24, 24), SPARE, game=OPEN), 2)
    turn = OPEN.pending(position).free.at(1200, 2400 - 1200 + 500)
    assert isinstance(turn, Turn)
    assert (turn.fx, turn.fy < 0) == (0, True)


@pytest.mark.rule("siege:SU.4", "siege:DF.1", "siege:R45")
def test_a_squad_may_be_mounted_or_set_up_on_any_floor_and_the_gun_is_faced() -> None:
    position = GAME.start()
    assert Mount() in options(GAME, position)
    rooms = {o.room for o in options(GAME, position) if isinstance(o, Quarter)}
    assert rooms == set(range(1, 7))  # the last is the burnt shop, outside the compound
    riding, _ = play(GAME, position, Mount())
    assert refused(GAME, riding, Place(24_000, 24_000, 1)) == "siege:R9"
    riding, _ = play(GAME, riding, Place(24_000, 20_500))
    assert riding.groups[0].mounted
    lodged, _ = play(GAME, position, Quarter(2))
    assert (lodged.groups[0].room, len(lodged.groups[0].men)) == (2, 7)
    for _ in range(4):
        lodged, _ = play(GAME, lodged, options(GAME, lodged)[0])
    crewed, _ = play(GAME, lodged, PlaceGun(24_000, 18_000, 0, 1))
    faced, _ = play(GAME, crewed, Turn(1000, 0))
    assert faced.guns[0].face == (1000, 0)


@pytest.mark.rule("siege:MV.11")
def test_any_figure_of_the_attackers_leads_also_when_it_falls_back() -> None:
    position = state(
        foes(9, row(20, 20, 3)), squad(1, row(20, 40, 1)), game=OPEN, stack=(FallBack(9, (20_000, 30_000)),)
    )
    move = OPEN.pending(position).free.at(1000, 2400 - 600, "g9-2")
    assert move.figure == 2


# -- falling back, occupying -----------------------------------------------------------------------------------------


@pytest.mark.rule("siege:R37")
def test_nobody_falls_back_into_contact_or_less_far_than_he_can() -> None:
    position = state(
        squad(1, row(20, 20, 1)), foes(9, row(20, 13.5, 1)), game=OPEN, stack=(FallBack(1, (20_000, 26_000)),)
    )
    assert refused(OPEN, position, Move(0, 20_000, 14_500)) in ("siege:R5", "siege:R37")
    corners = ((18, 16.5), (22, 16.5), (22, 22), (18, 22))
    boxed = on_table(*(wall(corners[i - 1], corners[i], "wall", "high") for i in range(4)))
    position = state(squad(1, row(20, 20.5, 1)), SPARE, game=boxed, stack=(FallBack(1, (20_000, 26_000)),))
    assert refused(boxed, position, Move(0, 20_000, 17_100)) == ""
    assert refused(boxed, position, Move(0, 20_000, 19_000)) == "siege:R37"


@pytest.mark.rule("siege:R37", "siege:R8")
def test_a_wall_crossed_in_retreat_is_a_full_move() -> None:
    game = on_table(wall((10, 19), (40, 19)))
    position = state(squad(1, row(20, 19.6, 1)), SPARE, game=game, stack=(FallBack(1, (20_000, 26_000)),))
    assert refused(game, position, Move(0, 20_000, 18_400)) == ""


@pytest.mark.rule("siege:R37", "siege:R39")
def test_while_a_loser_is_stuck_nobody_leaves_the_melee() -> None:
    cage = [wall(a, b, "wall", "high") for a, b in (
        ((18.8, 18.8), (22.2, 18.8)), ((18.8, 21.2), (22.2, 21.2)), ((18.8, 18.8), (18.8, 21.2)),
        ((22.2, 18.8), (22.2, 21.2)),
    )]  # fmt: skip
    game = on_table(*cage)
    position = state(
        squad(1, row(19.5, 20, 1)), foes(9, row(20.5, 20, 2)), SPARE, Melee((1, 9), GARRISON),
        game=game, stack=(Melees(GARRISON, ()), Fight(1)),
    )  # fmt: skip
    after, _ = play(game, position, (1, 1), (6,))
    while isinstance(game.pending(after), Decide) and not isinstance(after.stack[-1], FallBack):
        after, _ = play(game, after, options(game, after)[0])
    if not isinstance(game.pending(after), Decide):
        after, _ = play(game, after, (6,))
    assert after.melee_of(1) is not None


@pytest.mark.rule("siege:R39", "siege:R9", "siege:R15")
def test_riders_occupy_neither_a_house_nor_the_far_side_of_a_high_wall() -> None:
    game = on_table(wall((10, 25), (40, 25), "wall", "high"), house(2, 2, 8, 8, (("door", 0, 6, 2),)))
    spots = ((20_000, 25_600, 0), (6_000, 6_000, 1))
    riders = state(foes(9, row(20, 24.4, 2), "riders"), squad(1, row(40, 40, 1)), game=game, stack=(Occupy(9, spots),))
    assert refused(game, riders, Move(0, 20_000, 25_600)) == "siege:R9"
    assert refused(game, riders, Move(0, 6_000, 6_000, 1)) == "siege:R9"
    foot = state(foes(9, row(20, 24.4, 2)), squad(1, row(6, 5, 1), 1), game=game, stack=(Occupy(9, spots),))
    assert refused(game, foot, Move(0, 20_000, 25_600)) == ""
    assert refused(game, foot, Move(0, 6_000, 6_500, 1)) == "siege:R15"


@pytest.mark.rule("siege:R39", "siege:R44")
def test_who_occupies_a_place_beside_a_lone_gun_destroys_it() -> None:
    things = (squad(1, row(20, 10, 2)), SPARE, piece(50, 20, 21.02, side=ATTACKERS))
    position = state(*things, game=OPEN, stack=(Occupy(1, ((20_000, 20_000, 0),)),))
    after, _ = play(OPEN, position, Move(0, 20_000, 20_000))
    assert not after.guns


# -- fires -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:FI.3", "siege:R54")
def test_out_of_the_flames_by_any_opening_if_no_enemy_is_near() -> None:
    game = lodge()
    position = state(squad(1, row(22, 24, 3), 1), SPARE, game=game, stack=(FallBack(1, None, True),))
    assert refused(game, position, Move(0, 24_000, 14_050)) == ""
    assert refused(game, position, Move(0, 33_950, 24_000)) == ""
    after, _ = play(game, position, Move(0, 33_950, 24_000))
    assert after.group(1).men[0] == (33_950, 24_000)


@pytest.mark.rule("siege:FI.3", "siege:R54")
def test_who_cannot_get_out_is_lost() -> None:
    ring = [wall(a, b, "wall", "high") for a, b in (
        ((19.4, 19.4), (28.6, 19.4)), ((19.4, 28.6), (28.6, 28.6)), ((19.4, 19.4), (19.4, 28.6)),
        ((28.6, 19.4), (28.6, 28.6)),
    )]  # fmt: skip
    game = on_table(house(20, 20, 8, 8, ROOMS[:2]), *ring)
    position = state(
        squad(1, row(22, 24, 3), 1), squad(2, row(5, 5, 2)), SPARE, game=game, stack=(FallBack(1, None, True),)
    )
    after, _, _ = settled(game, position)
    assert (after.dead, [g.id for g in after.groups]) == ((3, 0), [2, 6])


@pytest.mark.rule("siege:FI.3", "siege:WI.3", "siege:R47")
def test_a_fire_brings_no_automatic_group_when_the_attackers_had_withdrawn() -> None:
    game = lodge()
    chosen = Options(fires=True)
    position = state(
        squad(1, row(21, 22, 3), 1), squad(2, row(5, 5, 3)), game=game, options=chosen, pool=(9,) * 6,
        stack=(Act(GARRISON, 0), Engulfed(0, 4)),
    )  # fmt: skip
    after, _ = play(game, position, (1, 1, 1, 1))
    after, _ = play(game, after, game.pending(after).free.known)
    assert not isinstance(after.stack[-1], EdgeDie)


@pytest.mark.rule("siege:FI.2", "siege:R53")
def test_smoke_alone_is_engulfed_at_the_next_action() -> None:
    game = lodge()
    chosen = Options(fires=True)
    things = (squad(1, row(5, 5, 3)), SPARE)
    position = order(state(*things, game=game, options=chosen, fires=(Blaze(0, 0, 3, 4),)), 1)
    after, _ = play(game, position, Move(0, 6_000, 6_000))
    assert (after.fires, after.ruins) == ((), 1)


# -- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:R48", "siege:R44")
def test_when_the_last_gunners_without_a_gun_withdraw_it_is_over() -> None:
    position = order(
        state(squad(1, row(5, 5, 3)), foes(9, row(20, 20, 3), "gun"), game=OPEN, pool=(0,) * 6, pool_guns=()), 9
    )
    after, _ = play(OPEN, position, Withdraw())
    over = OPEN.pending(after)
    assert isinstance(over, Over)
    assert (over.winner, over.clause) == (GARRISON, "siege:R48")


@pytest.mark.rule("siege:R48")
def test_gunners_in_the_pool_can_still_come() -> None:
    position = state(squad(1, row(5, 5, 3)), game=OPEN, pool=(0,) * 6, pool_guns=(PoolGun(2, False),))
    assert left_in_pool(position) == 2


@pytest.mark.rule("siege:UA.3", "siege:R10", "siege:R12")
def test_a_gate_is_forced_where_it_is_undefended_though_somebody_lines_its_end() -> None:
    game = on_table(wall((20, 25), (26, 25), "gate", "high"))
    position = state(squad(1, row(20.2, 24.4, 1)), foes(9, row(25, 25.6, 1)), game=game)
    assert Force(0) in options(game, order(position, 9))
    near = state(squad(1, row(24.5, 24.4, 1)), foes(9, row(25, 25.6, 1)), game=game)
    assert Force(0) not in options(game, order(near, 9))


def test_single_figures_are_dragged_before_a_move_is_confirmed() -> None:
    position = order(state(squad(1, row(20, 20, 3)), SPARE, game=OPEN), 1)
    free = OPEN.pending(position).free
    draft = free.at(1000, 2400 - 1200, "g1-0")
    moved = free.adjust(draft, 1000, 2400 - 1275, "g1-2")
    after, _ = play(OPEN, position, moved)
    assert after.group(1).men[0] == (20_000, 24_000)
    assert after.group(1).men[2] == (20_000, 25_500)
    assert free.check(free.adjust(draft, 1400, 2400 - 1200, "g1-2")).clause == "siege:R4"


def test_what_is_left_to_its_default_need_not_be_typed() -> None:
    assert GAME.notation(Move(0, 24_000, 30_000)) == "move 0 24000 30000"
    assert GAME.notation(Move(1, 24_000, 30_000, fx=7)) == "move 1 24000 30000 0 0 7"


def test_a_figure_keeps_its_piece_when_another_dies() -> None:
    position = state(foes(9, row(20, 20, 4)), squad(1, row(20, 40, 3)), game=OPEN, stack=(Volley(1, (9,), 3, 6, 0),))
    before = {p.id: (p.x, p.y) for p in OPEN.scene(OPEN.view(position, None)).pieces}
    position, _ = play(OPEN, position, (2, 2, 2), Lose(9, 1))
    after = {p.id: (p.x, p.y) for p in OPEN.scene(OPEN.view(position, None)).pieces}
    assert set(before) - set(after) == {"g9-1"}
    assert all(before[id_] == place for id_, place in after.items())
