"""Special actions: every one of them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kemu.games.siege import Settings
from kemu.games.siege.model.actions import (
    Activate,
    Combine,
    FightFire,
    Force,
    Move,
    PullDown,
    Recrew,
    Rejoin,
    SetFire,
    Stay,
    Stop,
    Storm,
    Withdraw,
)
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Blaze, Melee, PoolGun
from kemu.games.siege.rules.cards import NextCard
from kemu.games.siege.rules.fires import Engulfed, Kindle, near_enemy
from kemu.games.siege.rules.retreat.fall_back import FallBack
from kemu.parts.tabletop.points import within

from .positions import (
    actions,
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
    squad,
    state,
    wall,
)

OPEN = on_table()
FAR = foes(9, row(40, 44, 3))
GATED = on_table(wall((10, 27), (24, 27)), wall((24, 27), (27, 27), "gate", "high"), wall((27, 27), (38, 27)))


@pytest.mark.rule("siege:UA.3", "siege:R12", "siege:R24")
def test_attackers_force_a_gate_that_they_line_where_it_is_undefended() -> None:
    position = order(state(squad(1, row(12, 20, 3)), foes(9, row(25, 27.6, 2)), game=GATED), 9)
    assert Force(1) in options(GATED, position)
    after, _ = play(GATED, position, Force(1))
    assert after.down == 0b10
    assert refused(GATED, order(after, 9), Force(1)) == "siege:R12"
    held = order(state(squad(1, row(25, 26.4, 3)), foes(9, row(25, 27.6, 2)), game=GATED), 9)
    assert refused(GATED, held, Force(1)) == "siege:R12"
    far = order(state(squad(1, row(12, 20, 3)), foes(9, row(25, 28.1, 2)), game=GATED), 9)
    assert refused(GATED, far, Force(1)) == "siege:R12"
    own = order(state(squad(1, row(25, 26.4, 3)), FAR, game=GATED), 1)
    assert refused(GATED, own, Force(1)) == "siege:R12"


@pytest.mark.rule("siege:UA.3", "siege:R13", "siege:R24")
@pytest.mark.parametrize(
    ("kind", "comes_down"), [("hasty", True), ("prepared", True), ("wall", False), ("fence", False)]
)
def test_either_side_pulls_down_a_barricade_that_no_enemy_lines(kind: str, comes_down: bool) -> None:
    game = on_table(wall((20, 27), (26, 27), kind))
    for gid, group, other in (
        (9, foes(9, row(22, 27.6, 2)), squad(1, row(10, 10, 2))),
        (1, squad(1, row(22, 26.4, 2)), FAR),
    ):
        position = order(state(group, other, game=game), gid)
        assert (PullDown(0) in options(game, position)) is comes_down
        if comes_down:
            after, _ = play(game, position, PullDown(0))
            assert after.down == 1
    held = order(state(squad(1, row(25.5, 26.4, 1)), foes(9, row(21, 27.6, 1)), game=game), 9)
    assert refused(game, held, PullDown(0)) == "siege:R13"


@pytest.mark.rule("siege:R13")
def test_a_gun_pulls_down_and_squads_pull_down() -> None:
    """A gun is one, a squad is many: so the log says."""
    game = on_table(wall((20, 27), (26, 27), "hasty"))
    gunners = crew(2, 50, inches((23, 26.4), (22, 25.4), (24, 25.4), (23, 24.4)))
    told: list[str] = []
    for gid, groups in ((2, (gunners, piece(50, 23, 25.4))), (1, (squad(1, row(22, 26.4, 2)),))):
        _, events = play(game, order(state(*groups, FAR, game=game), gid), PullDown(0))
        told.append(events[0].tell(game))
    assert "machine gun pulls down the hasty" in told[0]
    assert "s pull down the hasty" in told[1]


@pytest.mark.rule("siege:MV.10", "siege:R41", "siege:R23")
def test_a_man_of_any_squad_goes_to_the_gun_from_anywhere() -> None:
    gun, men = piece(50, 24, 24), inches((25, 24), (23, 24), (24, 25))
    position = order(state(squad(1, row(5, 5, 3)), crew(2, 50, men), gun, FAR, game=OPEN), 2)
    assert {o for o in options(OPEN, position) if isinstance(o, Recrew)} == {Recrew(1, 1), Recrew(1, 2)}
    after, _ = play(OPEN, position, Recrew(1, 2))
    assert len(after.group(1).men) == 2
    assert len(after.group(2).men) == 4
    assert any(within(after.group(2).men[3], m, 1050) for m in (*men, gun.at))
    last = order(state(squad(1, row(5, 5, 1)), crew(2, 50, ()), gun, FAR, game=OPEN), 2)
    after, _ = play(OPEN, last, Recrew(1, 0))  # the officer, when he is his squad's last
    assert [group.id for group in after.groups if group.side == GARRISON] == [2]
    full = order(state(squad(1, row(5, 5, 3)), crew(2, 50, (*men, (24_000, 23_000))), gun, FAR, game=OPEN), 2)
    assert refused(OPEN, full, Recrew(1, 1)) == "siege:R41"
    fighting = state(
        squad(1, row(5, 5, 3)), crew(2, 50, men), gun, foes(9, row(5, 6, 3)), Melee((1, 9), GARRISON), game=OPEN
    )
    assert refused(OPEN, order(fighting, 2), Recrew(1, 1)) == "siege:R41"


@pytest.mark.rule("siege:FG.5")
def test_the_attackers_never_replace_lost_gunners() -> None:
    gun = piece(50, 24, 24, side=ATTACKERS)
    position = order(
        state(
            foes(9, inches((25, 24)), "gun", gun=50), foes(8, row(30, 24, 5)), gun, squad(1, row(5, 5, 3)), game=OPEN
        ),
        9,
    )
    assert not any(isinstance(option, Recrew) for option in options(OPEN, position))
    assert refused(OPEN, position, Recrew(8, 0)) == "siege:FG.5"


@pytest.mark.rule("siege:R40", "siege:R41")
def test_nobody_is_sent_to_a_gun_while_its_gunners_are_away_from_it() -> None:
    away = crew(3, 50, inches((20, 30), (21, 30), (22, 30)))
    position = order(state(squad(1, row(30, 30, 7)), away, piece(50, 20, 10), FAR, game=OPEN), 3)
    assert not any(isinstance(option, Recrew) for option in options(OPEN, position))
    assert refused(OPEN, position, Recrew(1, 1)) == "siege:R41"
    assert refused(OPEN, position, Move(0, 20_000, 24_010)) == ""  # they walk back


@pytest.mark.rule("siege:R41")
def test_a_newcomer_is_set_down_at_the_gun_or_not_at_all() -> None:
    ring = inches((20.9, 10.6), (20.9, 9.4), (20, 8.9), (19.1, 9.4), (19.1, 10.6))
    things = (crew(3, 50, inches((20, 11))), piece(50, 20, 10), squad(1, row(30, 30, 7)), FAR)
    position = order(state(*things, squad(2, ring), game=OPEN), 3)
    assert refused(OPEN, position, Recrew(1, 1)) == "siege:R41"
    position = order(state(*things, squad(2, ring[1:]), game=OPEN), 3)
    after, _ = play(OPEN, position, Recrew(1, 1))
    assert within(after.group(3).men[1], (20_000, 10_000), 1050)


@pytest.mark.rule("siege:MV.10", "siege:R41")
def test_a_crewman_becomes_an_infantryman_when_the_gun_is_dry() -> None:
    gun, men = piece(50, 24, 24), inches((25, 24), (23, 24), (24, 25), (24, 23))
    wet = state(squad(1, row(5, 5, 6)), squad(3, row(5, 9, 7)), crew(2, 50, men), gun, FAR, game=OPEN)
    assert refused(OPEN, order(wet, 2), Rejoin(0, 1)) == "siege:MV.10"
    dry = state(squad(1, row(5, 5, 6)), squad(3, row(5, 9, 7)), crew(2, 50, men), gun, FAR, game=OPEN, shells=0)
    after, _ = play(OPEN, order(dry, 2), Rejoin(0, 1))
    assert (len(after.group(1).men), len(after.group(2).men)) == (7, 3)
    assert refused(OPEN, order(dry, 2), Rejoin(0, 3)) == "siege:MV.10"  # six men and an officer already


@pytest.mark.rule("siege:MV.2", "siege:R42")
def test_squads_that_combine_in_a_narrow_place_may_use_the_places_of_those_who_join() -> None:
    ends = ((19.45, 19.45), (22.85, 19.45), (22.85, 20.55), (19.45, 20.55), (19.45, 19.45))
    game = on_table(*(wall(a, b, height="high") for a, b in pairwise(ends)))
    position = order(state(squad(1, inches((20, 20))), squad(2, row(21.2, 20, 2, 1.1)), FAR, game=game), 1)
    after, _ = play(game, position, Combine(2, 1))
    assert after.group(1).men == inches((20, 20), (21.01, 20), (22.02, 20))
    after, _ = play(game, position, Combine(2, 2))
    assert after.group(2).men == inches((21.2, 20), (22.3, 20), (20.19, 20))


@pytest.mark.rule("siege:MV.2", "siege:R42")
def test_squads_within_six_inches_combine_up_to_seven_figures() -> None:
    def pair(gap: float, one: int = 3, two: int = 4) -> object:
        return order(state(squad(1, row(10, 10, one, -1)), squad(2, row(11 + gap, 10, two)), FAR, game=OPEN), 1)

    assert {Combine(2, 1), Combine(2, 2)} <= set(options(OPEN, pair(6)))
    assert refused(OPEN, pair(6.001), Combine(2, 1)) == "siege:R42"
    assert refused(OPEN, pair(6, 4, 4), Combine(2, 1)) == "siege:MV.2"
    after, _ = play(OPEN, pair(6), Combine(2, 2))
    assert [group.id for group in after.groups if group.side == GARRISON] == [2]
    assert len(after.group(2).men) == 7
    assert after.group(2).men[0] == (17_000, 10_000)
    band = order(state(squad(1, row(5, 5, 3)), foes(8, row(30, 30, 2)), foes(9, row(33, 30, 2)), game=OPEN), 8)
    assert refused(OPEN, band, Combine(9, 8)) == "siege:MV.2"


@pytest.mark.rule("siege:MV.2", "siege:R42")
def test_mounted_with_foot_is_foot_and_two_mounted_squads_stay_mounted() -> None:
    for other, stays in ((False, False), (True, True)):
        position = order(
            state(squad(1, row(10, 10, 3, -1), mounted=True), squad(2, row(13, 10, 3), mounted=other), FAR, game=OPEN),
            1,
        )
        after, _ = play(OPEN, position, Combine(2, 1))
        assert after.group(1).mounted is stays


@pytest.mark.rule("siege:R23")
def test_combining_counts_for_both_squads() -> None:
    base = state(squad(1, row(10, 10, 3, -1)), squad(2, row(13, 10, 3)), squad(3, row(30, 30, 3)), FAR, game=OPEN)
    position = actions(base, GARRISON, 3)
    after, _ = play(OPEN, position, Activate(2), Stay(), Activate(1))
    assert not any(isinstance(option, Combine) for option in options(OPEN, after))
    after, _ = play(OPEN, position, Activate(1), Combine(2, 2), Activate(3), Stay())
    assert set(options(OPEN, after)) == {Activate(3), Stop()}


@pytest.mark.rule("siege:MV.13", "siege:R24", "siege:R47")
def test_a_group_withdraws_into_the_pool_and_none_comes_for_it() -> None:
    position = order(state(squad(1, row(5, 5, 3)), foes(9, row(30, 30, 4)), game=OPEN, pool=(10, 0, 0, 0, 0, 0)), 9)
    after, _ = play(OPEN, position, Withdraw())
    assert after.pool[0] == 14
    assert isinstance(after.stack[-1], NextCard)
    assert refused(OPEN, order(state(squad(1, row(5, 5, 3)), FAR, game=OPEN), 1), Withdraw()) == "siege:MV.13"


@pytest.mark.rule("siege:R43")
def test_a_gun_withdraws_with_its_crew_and_what_it_has_done() -> None:
    men = inches((25, 24), (23, 24), (24, 25))
    position = state(
        foes(9, men, "gun", gun=50),
        piece(50, 24, 24, side=ATTACKERS, fired=True),
        squad(1, row(5, 5, 3)),
        game=OPEN,
        pool_guns=(),
    )
    after, _ = play(OPEN, order(position, 9), Withdraw())
    assert after.pool_guns == (PoolGun(3, True),)
    assert not after.guns


@pytest.mark.rule("siege:R15", "siege:R28")
def test_from_one_floor_a_group_goes_for_the_enemy_on_another() -> None:
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20)], 2))
    position = order(state(squad(1, row(21, 22, 3), 2), foes(9, row(21, 22, 3), room=1), game=game), 9)
    after, _ = play(game, position, Storm(2))
    assert after.melees == (Melee((1, 9), GARRISON, True),)
    assert refused(game, position, Storm(3)) == "siege:R15"


# -- fires -----------------------------------------------------------------------------------------------------------

FIRES = Settings(fires=True)
HOUSE = on_table(
    house(20, 20, 6, 4, [("door", 0, 23, 20), ("window", 0, 26, 22)], 2), wall((30, 30), (34, 30), "hasty")
)


@pytest.mark.rule("siege:FI.1", "siege:FI.5", "siege:R24", "siege:R53")
def test_attackers_in_or_touching_a_house_set_fire_to_it_once() -> None:
    def at(y: float, **more: object) -> object:
        return order(state(squad(1, row(5, 5, 3)), foes(9, row(23, y, 2)), game=HOUSE, options=FIRES, **more), 9)

    assert SetFire(0) in options(HOUSE, at(19.45))
    assert refused(HOUSE, at(19.449), SetFire(0)) == "siege:FI.1"
    assert refused(HOUSE, at(19.45, fires=(Blaze(0, 3, 0, 3),)), SetFire(0)) == "siege:FI.1"
    assert refused(HOUSE, at(19.45, ruins=1), SetFire(0)) == "siege:R54"
    after, _ = play(HOUSE, at(19.45), SetFire(0))
    assert isinstance(after.stack[-1], Kindle)
    assert HOUSE.pending(after).faces == (2, 3, 3, 4, 4, 5)
    after, _ = play(HOUSE, after, (4,))
    assert after.fires == (Blaze(0, 4, 0, 4),)
    off = order(state(squad(1, row(5, 5, 3)), foes(9, row(23, 19.45, 2)), game=HOUSE), 9)
    assert refused(HOUSE, off, SetFire(0)) == "siege:R24"
    garrison = order(state(squad(1, row(23, 19.45, 3)), FAR, game=HOUSE, options=FIRES), 1)
    assert refused(HOUSE, garrison, SetFire(0)) == "siege:FI.1"
    inside = order(state(squad(1, row(5, 5, 3)), foes(9, row(21, 22, 3), room=1), game=HOUSE, options=FIRES), 9)
    assert SetFire(0) in options(HOUSE, inside)


@pytest.mark.rule("siege:FI.2", "siege:R53")
def test_each_garrison_action_but_fire_fighting_turns_a_stick_to_smoke() -> None:
    base = state(squad(1, row(23, 19.45, 3)), FAR, game=HOUSE, options=FIRES, fires=(Blaze(0, 3, 0, 3),))
    after, _ = play(HOUSE, order(base, 1), Move(0, 23_000, 18_000))
    assert after.fires == (Blaze(0, 2, 1, 3),)
    after, _ = play(HOUSE, order(base, 1), Stay())
    assert after.fires == base.fires
    after, _ = play(HOUSE, order(base, 9), Move(0, 40_000, 40_000))
    assert after.fires == base.fires


@pytest.mark.rule("siege:FI.4", "siege:R53")
def test_fire_fighting_takes_a_stick_away_or_turns_smoke_back() -> None:
    def near(y: float, blaze: Blaze) -> object:
        return order(state(squad(1, row(23, y, 3)), FAR, game=HOUSE, options=FIRES, fires=(blaze,)), 1)

    after, _ = play(HOUSE, near(17.5, Blaze(0, 2, 1, 3)), FightFire(0, "stick"))
    assert after.fires == (Blaze(0, 1, 1, 3),)
    after, _ = play(HOUSE, near(17.5, Blaze(0, 2, 1, 3)), FightFire(0, "smoke"))
    assert after.fires == (Blaze(0, 3, 0, 3),)
    assert refused(HOUSE, near(17.499, Blaze(0, 2, 1, 3)), FightFire(0, "stick")) == "siege:FI.4"
    after, _ = play(HOUSE, near(17.5, Blaze(0, 1, 0, 3)), FightFire(0, "stick"))
    assert after.fires == ()
    after, _ = play(HOUSE, near(17.5, Blaze(0, 1, 2, 3)), FightFire(0, "stick"))
    assert after.fires == (Blaze(0, 0, 2, 3),)  # fire-fighting never engulfs


@pytest.mark.rule("siege:FI.3", "siege:R54")
def test_an_engulfed_house_hurts_the_garrison_and_everybody_flees() -> None:
    base = state(
        squad(1, row(21, 22, 3), 1),
        squad(2, row(5, 5, 3)),
        foes(9, row(21, 22, 2), room=2),
        foes(8, row(40, 44, 3)),
        game=HOUSE,
        options=FIRES,
        fires=(Blaze(0, 1, 3, 4),),
    )
    after, _ = play(HOUSE, order(base, 2), Move(0, 5_000, 8_000))
    assert after.stack[-1] == Engulfed(0, 4)
    assert HOUSE.pending(after).n == 4
    after, _ = play(HOUSE, after, (6, 6, 6, 5))
    assert HOUSE.pending(after).seat == GARRISON
    after, _ = play(HOUSE, after, options(HOUSE, after)[0])
    assert len(after.group(1).men) == 2  # 23 is one casualty
    for gid in (1, 9):
        assert after.stack[-1] == FallBack(gid, after.stack[-1].enemy, True)
        after, _ = play(HOUSE, after, HOUSE.pending(after).free.known)
    assert after.ruins == 1
    assert after.group(1).room == after.group(9).room == 0
    assert refused(HOUSE, order(after, 1), Move(0, 23_000, 22_000, 1)) == "siege:R54"


@pytest.mark.rule("siege:R54")
def test_an_enemy_within_twelve_inches_of_those_who_flee_turns_them_and_one_farther_off_does_not() -> None:
    inside = squad(1, inches((23, 24), (25, 24)), 1)
    for far, turned in ((12_000, (24_000, 36_000)), (12_001, None)):
        enemies = (foes(9, ((24_000, 24_000 + far),)), foes(8, row(40, 44, 3)))
        assert near_enemy(state(inside, *enemies, game=OPEN), inside) == turned
