"""Contact, easily got wrong: who is in a melee, who changes squads, who goes back and who takes the place."""

from __future__ import annotations

import pytest

from kemu.core.pending import Decide
from kemu.games.siege import Settings
from kemu.games.siege.model.actions import (
    Activate,
    Fire,
    FireMelee,
    Move,
    Resolve,
    Stop,
    Take,
)
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Melee
from kemu.games.siege.rules.cards import NextCard
from kemu.games.siege.rules.melee import Fight, Melees
from kemu.games.siege.rules.occupying import Occupation, Occupy
from kemu.games.siege.rules.regrouping import Regroup
from kemu.games.siege.rules.retreat.fall_back import FallBack
from kemu.games.siege.rules.shooting import Shot, best_shot
from kemu.games.siege.rules.troops import shooting_dice

from .positions import (
    OPEN,
    SPARE,
    actions,
    area,
    crew,
    foes,
    house,
    lodge,
    on_table,
    options,
    order,
    piece,
    play,
    refused,
    row,
    squad,
    state,
    wall,
)

# -- contact and melee -------------------------------------------------------------------------------------------------


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
        Melee((1, 9), GARRISON), game=game, options=Settings(cavalry=True),
    )  # fmt: skip
    assert refused(game, order(position, 8), Move(0, 20_000, 26_060)) == "siege:OC.2"
    open_ground = on_table()
    assert refused(open_ground, order(position, 8), Move(0, 20_000, 26_060)) == ""


@pytest.mark.rule("siege:OC.2", "siege:R29", "siege:R49")
def test_a_wall_does_not_keep_riders_from_men_who_do_not_hold_it() -> None:
    game = on_table(wall((10, 25), (40, 25)))
    things = (squad(1, row(20, 24.4, 3)), foes(9, row(20, 25.6, 2)), foes(8, row(23, 30, 1), "riders"))
    chosen = Settings(cavalry=True)
    attacked = state(*things, Melee((1, 9), ATTACKERS), game=game, options=chosen)
    assert refused(game, order(attacked, 8), Move(0, 22_100, 25_600)) == ""
    held = state(*things, Melee((1, 9), GARRISON), game=game, options=chosen)
    assert refused(game, order(held, 8), Move(0, 22_100, 25_600)) == "siege:OC.2"


@pytest.mark.rule("siege:OC.2", "siege:R29", "siege:R49")
def test_riders_are_fed_in_beside_friends_who_hold_a_wall_but_not_against_men_who_do() -> None:
    game = on_table(wall((10, 25), (40, 25)))
    things = (squad(1, row(20, 24.4, 3)), foes(9, row(20, 25.6, 3)), foes(8, row(20, 32, 1), "riders"))
    for holder, clause in ((ATTACKERS, ""), (GARRISON, "siege:OC.2")):
        position = state(*things, Melee((1, 9), holder), game=game, options=Settings(cavalry=True))
        assert refused(game, order(position, 8), Move(0, 21_000, 26_640)) == clause


@pytest.mark.rule("siege:R9")
def test_a_way_that_crosses_a_wall_twice_is_not_ridden_for_one_leap() -> None:
    # Past the spur one would have to jump the long wall, and back over it.
    game = on_table(wall((10, 25), (40, 25)), wall((20, 0), (20, 25), "wall", "high"))
    position = order(state(squad(1, row(19, 24, 1), mounted=True), SPARE, game=game), 1)
    assert refused(game, position, Move(0, 21_000, 24_000)) == "siege:R9"
    assert refused(game, position, Move(0, 18_000, 26_000)) == ""


@pytest.mark.rule("siege:R6")
def test_from_the_first_contact_on_a_lead_closes_up_an_inch_at_most() -> None:
    game = on_table(wall((10, 25), (40, 25)))
    # From here the straight way is the whole move: there is no going round.
    position = order(state(squad(1, row(14.3, 24.4, 1)), foes(9, row(20, 25.6, 3)), game=game), 1)
    assert refused(game, position, Move(0, 19_300, 24_400)) == ""  # it has been in contact since 18.4
    assert refused(game, position, Move(0, 20_300, 24_400)) == "siege:R6"


@pytest.mark.rule("siege:R5")
def test_where_packing_leaves_no_room_nearer_the_others_may_stand_farther_off() -> None:
    # In a lane one base wide nobody stands beside another: at its end the last of five is four inches from the lead.
    lane = on_table(wall((10, 19.4), (30, 19.4), "wall", "high"), wall((10, 20.6), (30, 20.6), "wall", "high"))
    position = order(state(foes(9, row(12, 20, 5)), squad(1, row(40, 40, 1)), game=lane), 9)
    strung = tuple((14_000 + 1_010 * i, 20_000) for i in range(1, 5))
    assert refused(lane, position, Move(0, 14_000, 20_000, rest=strung)) == "siege:R5"
    shut = on_table(
        wall((10, 19.4), (30, 19.4), "wall", "high"),
        wall((10, 20.6), (30, 20.6), "wall", "high"),
        wall((13.4, 19.4), (13.4, 20.6), "wall", "high"),
    )
    ahead = order(state(foes(9, row(14, 20, 5, 1.02)), squad(1, row(40, 40, 1)), game=shut), 9)
    assert refused(shut, ahead, Move(0, 14_000, 20_000, rest=strung)) == ""


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


# -- shooting ----------------------------------------------------------------------------------------------------------


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


# -- falling back, occupying -------------------------------------------------------------------------------------------


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
    free = Occupation(game, riders, riders.group(9), spots)
    assert free.check(Move(0, 20_000, 25_600)).clause == "siege:R9"
    assert free.check(Move(0, 6_000, 6_000, 1)).clause == "siege:R9"
    foot = state(foes(9, row(20, 24.4, 2)), squad(1, row(6, 5, 1), 1), game=game, stack=(Occupy(9, spots),))
    assert refused(game, foot, Move(0, 20_000, 25_600)) == ""
    assert refused(game, foot, Move(0, 6_000, 6_500, 1)) == "siege:R15"


@pytest.mark.rule("siege:R39", "siege:R44")
def test_whoever_occupies_a_place_beside_a_lone_gun_destroys_it() -> None:
    things = (squad(1, row(20, 10, 2)), SPARE, piece(50, 20, 21.02, side=ATTACKERS))
    position = state(*things, game=OPEN, stack=(Occupy(1, ((20_000, 20_000, 0),)),))
    after, _ = play(OPEN, position, Move(0, 20_000, 20_000))
    assert not after.guns
