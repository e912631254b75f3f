"""Melee: contact, who fights, who is behind what, who wins, and what follows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu.core.pending import Decide, Over
from kemu.games.siege import Settings
from kemu.games.siege.model.actions import Dissolve, Lose, Move, Resolve, Stay, Take
from kemu.games.siege.model.events import MeleeWon, Rolled
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Melee
from kemu.games.siege.rules.cards import NextCard
from kemu.games.siege.rules.losses import AfterLosses
from kemu.games.siege.rules.melee import Fight, MassMorale, Melees, decided
from kemu.games.siege.rules.melee_front import front
from kemu.games.siege.rules.occupying import Occupy
from kemu.games.siege.rules.regrouping import Regroup
from kemu.games.siege.rules.retreat.fall_back import FallBack
from kemu.parts.tabletop.points import within

from .positions import (
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


def fight(*things: object, game: object = OPEN, chosen: Settings | None = None) -> object:
    """A position in which the melee of group 1 is about to be rolled for."""
    return state(*things, SPARE, game=game, options=chosen, stack=(Melees(GARRISON, ()), Fight(1)))


def settle(game: object, position: object) -> object:
    """Let the first figure die and everybody stay, until the next roll or retreat."""
    while isinstance(pending := game.pending(position), Decide):
        if isinstance(position.stack[-1], FallBack):
            return position
        position, _ = play(game, position, pending.options[0] if pending.options else pending.free.known)
    return position


# -- contact ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:ME.1", "siege:R14", "siege:R29")
def test_a_lead_that_touches_the_enemy_locks_both_groups() -> None:
    position = order(state(squad(1, row(20, 20, 3)), foes(9, row(20, 14, 3)), game=OPEN), 9)
    near, _ = play(OPEN, position, Move(0, 20_000, 18_949))
    assert not near.melees
    touching, _ = play(OPEN, position, Move(0, 20_000, 18_950))
    assert touching.melees == (Melee((1, 9), GARRISON),)
    sortie = order(state(squad(1, row(20, 20, 3)), foes(9, row(20, 14, 3)), game=OPEN), 1)
    after, _ = play(OPEN, sortie, Move(0, 20_000, 15_000))
    assert after.melees == (Melee((1, 9), ATTACKERS),)  # the holder is who was there


@pytest.mark.rule("siege:R14")
def test_contact_across_a_wall_needs_both_to_line_it_within_two_inches() -> None:
    game = on_table(wall((10, 25), (40, 25), "wall", "high"))

    def met(x: float, y: float) -> bool:
        field = game.field(state(squad(1, row(20, 24.4, 1)), game=game))
        return field.in_contact(*inches((x, y)), 0, (20_000, 24_400), 0)

    assert met(20, 25.6)
    assert met(20, 26)
    assert not met(20, 26.001)  # does not line the wall
    assert met(21.6, 25.6)
    assert not met(21.601, 25.6)  # more than two inches


@pytest.mark.rule("siege:R14")
def test_at_a_door_or_window_one_touches_the_whole_room_and_at_a_blank_wall_nobody() -> None:
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20), ("window", 1, 20, 22)], 2))
    field = game.field(state(squad(1, row(21, 23, 3), 1), squad(2, row(21, 23, 3), 2), game=game))
    assert field.contacts(*inches((23, 19)), 0, GARRISON) == (1,)
    assert field.contacts(*inches((23, 18.999)), 0, GARRISON) == ()
    assert field.contacts(*inches((21, 19.4)), 0, GARRISON) == ()
    assert field.contacts(*inches((19.4, 22)), 0, GARRISON) == ()  # that window is upstairs


@pytest.mark.rule("siege:ME.3", "siege:R28", "siege:R29")
def test_groups_are_fed_in_by_contact_or_by_touching_a_friend() -> None:
    base = state(
        squad(1, row(20, 20, 3)), foes(9, row(20, 19, 3)), foes(8, row(20, 12, 3)), Melee((1, 9), GARRISON), game=OPEN
    )
    after, _ = play(OPEN, order(base, 8), Move(0, 20_000, 18_000))
    assert after.melees == (Melee((1, 8, 9), GARRISON),)
    apart, _ = play(OPEN, order(base, 8), Move(0, 20_000, 17_940))
    assert apart.melees == (Melee((1, 9), GARRISON),)


@pytest.mark.rule("siege:R28", "siege:R29")
def test_melees_that_share_a_group_are_one_and_then_the_garrison_holds() -> None:
    one, two = squad(1, row(20, 20, 1)), squad(2, row(22.04, 20, 1))
    base = state(
        one,
        two,
        foes(9, row(20, 19, 1)),
        foes(8, row(22.04, 19, 1)),
        foes(7, row(21.02, 14, 1)),
        Melee((1, 9), GARRISON),
        Melee((2, 8), ATTACKERS),
        game=OPEN,
    )
    after, _ = play(OPEN, order(base, 7), Move(0, 21_020, 19_000))
    assert after.melees == (Melee((1, 2, 7, 8, 9), GARRISON),)
    # A squad that joins them by touching friends of both does not make the attackers the holder either.
    joined = replace(base, groups=tuple(sorted((*base.groups, squad(3, row(21.02, 25.5, 1))), key=lambda g: g.id)))
    after, _ = play(OPEN, order(joined, 3), Move(0, 21_020, 20_000))
    assert after.melees == (Melee((1, 2, 3, 8, 9), GARRISON),)


# -- the fight -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:ME.5", "siege:R28")
def test_a_die_for_each_figure_of_each_group_touching_or_not() -> None:
    gun = piece(50, 30, 30)
    position = fight(
        squad(1, row(20, 20, 5)),
        crew(2, 50, row(22, 21, 2)),
        gun,
        foes(9, row(20, 19, 4)),
        foes(8, row(30, 10, 6), "jingals"),
        Melee((1, 2, 8, 9), GARRISON),
    )
    assert OPEN.pending(position).n == 10
    after, _ = play(OPEN, position, (1,) * 10)
    assert OPEN.pending(after).n == 7


@pytest.mark.rule("siege:OC.1", "siege:R49")
def test_with_the_option_riders_have_two_dice() -> None:
    riders = foes(9, row(20, 19, 4), "riders")
    for chosen, dice in ((Settings(), 4), (Settings(cavalry=True), 8)):
        assert OPEN.pending(fight(squad(1, row(20, 20, 5)), riders, Melee((1, 9), GARRISON), chosen=chosen)).n == dice


@pytest.mark.rule("siege:OC.2", "siege:R49")
@pytest.mark.parametrize(("kind", "barred"), [("wall", True), ("prepared", True), ("hasty", False), ("fence", False)])
def test_with_the_option_riders_do_not_attack_men_in_hard_cover(kind: str, barred: bool) -> None:
    game = on_table(wall((10, 25), (40, 25), kind))
    riders = foes(9, row(20, 32, 1), "riders")
    position = order(state(squad(1, row(20, 24.4, 3)), riders, game=game, options=Settings(cavalry=True)), 9)
    assert refused(game, position, Move(0, 20_000, 25_600)) == ("siege:OC.2" if barred else "")
    plain = order(state(squad(1, row(20, 24.4, 3)), riders, game=game), 9)
    assert refused(game, plain, Move(0, 20_000, 25_600)) == ""


@pytest.mark.rule("siege:OC.2", "siege:R49")
@pytest.mark.parametrize(("kind", "barred"), [("wall", True), ("hasty", False)])
def test_riders_are_not_fed_in_against_men_in_hard_cover(kind: str, barred: bool) -> None:
    game = on_table(wall((10, 25), (40, 25), kind))
    things = (squad(1, row(20, 24.4, 3)), foes(9, row(20, 25.6, 3)), foes(8, row(20, 34, 1), "riders"))
    position = order(state(*things, Melee((1, 9), GARRISON), game=game, options=Settings(cavalry=True)), 8)
    assert refused(game, position, Move(0, 20_000, 26_640)) == ("siege:OC.2" if barred else "")


@pytest.mark.rule("siege:R49")
def test_riders_do_not_attack_men_in_trees_or_rocks() -> None:
    game = on_table(area("trees", 18, 22, 6, 3))
    position = order(
        state(squad(1, row(20, 24.4, 3)), foes(9, row(20, 32, 1), "riders"), game=game, options=Settings(cavalry=True)),
        9,
    )
    assert refused(game, position, Move(0, 20_000, 25_420)) == "siege:OC.2"


@pytest.mark.rule("siege:ME.6", "siege:R30")
@pytest.mark.parametrize(
    ("kind", "need"), [("wall", 12), ("gate", 12), ("prepared", 12), ("hasty", 9), ("fence", 6), ("ditch", 6)]
)
def test_what_it_takes_to_kill_a_man_behind_something(kind: str, need: int) -> None:
    game = on_table(wall((10, 25), (40, 25), kind, "high" if kind == "gate" else "low"))
    melee = Melee((1, 9), GARRISON)
    position = state(squad(1, row(20, 24.4, 3)), foes(9, row(20, 25.6, 3)), melee, game=game)
    assert front(game, position, melee) == need
    turned = Melee((1, 9), ATTACKERS)
    assert front(game, position, turned) == need  # attackers who hold it have it too


@pytest.mark.rule("siege:ME.6", "siege:R30")
def test_a_house_gives_twelve_at_door_and_stairs_and_open_ground_six() -> None:
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20)], 2))
    for squad_, band, stairs in (
        (squad(1, row(21, 22, 3), 1), foes(9, row(23, 19.4, 3)), False),
        (squad(1, row(21, 22, 3), 2), foes(9, row(21, 22, 3), room=1), True),
    ):
        melee = Melee((1, 9), GARRISON, stairs)
        assert front(game, state(squad_, band, melee, game=game), melee) == 12
    melee = Melee((1, 9), GARRISON)
    assert front(OPEN, state(squad(1, row(20, 20, 3)), foes(9, row(20, 19, 3)), melee, game=OPEN), melee) == 6


@pytest.mark.rule("siege:R30")
def test_more_than_half_of_those_in_contact_must_be_behind_it() -> None:
    game = on_table(wall((10, 25), (20.9, 25), "wall"))
    melee = Melee((1, 9), GARRISON)
    behind = (20_000, 24_400), (20_000, 25_600)
    bare = (23_000, 24_400), (23_000, 25_400)
    more = (18_000, 24_400), (18_000, 25_600)

    def held(*pairs: tuple[tuple[int, int], tuple[int, int]]) -> int:
        position = state(squad(1, tuple(p[0] for p in pairs)), foes(9, tuple(p[1] for p in pairs)), melee, game=game)
        return front(game, position, melee)

    assert held(behind, bare) == 6
    assert held(behind, more, bare) == 12


@pytest.mark.rule("siege:ME.7", "siege:R33")
def test_both_sides_losses_come_from_rolls_made_before_anybody_falls() -> None:
    position = fight(squad(1, row(20, 20, 5)), foes(9, row(20, 19, 5)), Melee((1, 9), GARRISON))
    after, events = play(OPEN, position, (6,) * 5, (6,) * 5)
    rolled = next(event for event in events if isinstance(event, Rolled))
    assert rolled.killed == (5, 5)
    assert not any(group.id in (1, 9) for group in after.groups)


@pytest.mark.rule("siege:ME.8", "siege:MO.3", "siege:MO.5", "siege:R34", "siege:R38", "siege:ME.3")
def test_a_melee_fed_from_three_groups_with_fanatics_among_them() -> None:
    """The mass tests with one die; on a failure all go but the fanatics, who retreat, and the garrison has won."""
    band = (foes(9, row(20, 19, 4)), foes(8, row(24, 19, 3), "muskets"), foes(7, row(20, 18, 3), "tigers"))
    position = fight(squad(1, row(20, 20, 7)), squad(2, row(30, 40, 2)), *band, Melee((1, 7, 8, 9), GARRISON))
    after, _ = play(OPEN, position, (1,) * 10, (3,) * 7)  # the garrison loses one, the attackers three
    after, _ = play(OPEN, after, Lose(1, 6), Lose(9, 0), Lose(9, 0), Lose(7, 0))
    assert isinstance(after.stack[-1], MassMorale)
    assert after.stack[-1].losses == 3
    after, events = play(OPEN, after, (3,))
    assert after.pool[0] == 62
    assert after.pool[1] == 23
    assert {group.id for group in after.groups if group.side == ATTACKERS} == {6, 7}
    assert isinstance(after.stack[-1], FallBack)
    assert after.stack[-1].group == 7
    assert next(e for e in events if isinstance(e, MeleeWon)).winner == GARRISON
    after, _ = play(OPEN, after, OPEN.pending(after).free.known)
    assert not after.melees
    passed, _ = play(OPEN, position, (1,) * 10, (3,) * 7, Lose(1, 6), Lose(9, 0), Lose(9, 0), Lose(7, 0), (4,))
    assert {group.id for group in passed.groups if group.side == ATTACKERS} == {6, 7, 8, 9}


@pytest.mark.rule("siege:ME.8", "siege:R34")
def test_attackers_who_have_killed_everybody_do_not_test() -> None:
    position = fight(
        squad(1, row(20, 20, 2)), squad(2, row(40, 10, 2)), foes(9, row(20, 19, 6)), Melee((1, 9), GARRISON)
    )
    after, _ = play(OPEN, position, (3,) * 6, (5,) * 2)
    after = settle(OPEN, after)
    assert not isinstance(after.stack[-1], MassMorale)
    assert len(after.group(9).men) == 5


@pytest.mark.rule("siege:R34")
def test_a_mass_of_fanatics_alone_does_not_roll() -> None:
    position = fight(squad(1, row(20, 20, 7)), foes(9, row(20, 19, 6), "tigers"), Melee((1, 9), GARRISON))
    after, _ = play(OPEN, position, (1,) * 6, (2,) * 7)
    after = settle(OPEN, after)
    assert isinstance(after.stack[-1], FallBack)


@pytest.mark.rule("siege:ME.3", "siege:R36")
def test_attackers_form_one_group_of_each_kind_in_the_end() -> None:
    band = (foes(9, row(20, 19, 4)), foes(8, row(24, 19, 3)), foes(7, row(20, 18, 3), "tigers"))
    position = fight(squad(1, row(20, 20, 2)), squad(2, row(40, 10, 2)), *band, Melee((1, 7, 8, 9), GARRISON))
    after, _ = play(OPEN, position, (6,) * 10, (1,) * 2)
    sizes = {group.id: len(group.men) for group in after.groups if group.side == ATTACKERS}
    assert sizes == {6: 3, 7: 3, 8: 7}


@pytest.mark.rule("siege:ME.9", "siege:R35")
@pytest.mark.parametrize(
    ("left", "killed", "winner"),
    [
        ((3, 5), (2, 1), ATTACKERS),
        ((3, 5), (1, 2), GARRISON),
        ((3, 5), (2, 2), ATTACKERS),
        ((5, 3), (2, 2), GARRISON),
        ((4, 4), (2, 2), GARRISON),
        ((0, 0), (4, 4), None),
        ((0, 1), (4, 4), ATTACKERS),
        ((1, 0), (4, 4), GARRISON),
    ],
)
def test_who_has_won(left: tuple[int, int], killed: tuple[int, int], winner: int | None) -> None:
    assert decided(list(left), killed, routed=False)[0] == winner


@pytest.mark.rule("siege:ME.8")
def test_if_they_flee_the_garrison_has_won_whatever_was_lost() -> None:
    assert decided([1, 3], (6, 1), routed=True)[0] == GARRISON


# -- what follows ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:ME.10", "siege:R37")
def test_the_loser_falls_back_a_full_move_within_45_degrees_of_straight_away() -> None:
    position = state(squad(1, row(20, 20, 1)), SPARE, game=OPEN, stack=(FallBack(1, (20_000, 19_000)),))
    assert refused(OPEN, position, Move(0, 20_000, 26_000)) == ""
    assert refused(OPEN, position, Move(0, 20_000, 25_899)) == "siege:R37"
    assert refused(OPEN, position, Move(0, 24_242, 24_242)) == ""
    assert refused(OPEN, position, Move(0, 24_250, 24_230)) == "siege:R37"
    assert refused(OPEN, position, Move(0, 20_000, 14_000)) == "siege:R37"
    cornered = state(squad(1, row(20, 47, 1)), SPARE, game=OPEN, stack=(FallBack(1, (20_000, 46_000)),))
    assert refused(OPEN, cornered, Move(0, 25_980, 47_000)) == ""  # no full move within 45: within 90
    boxed = on_table(
        wall((19, 19), (21, 19)), wall((21, 19), (21, 20.9)), wall((21, 20.9), (19, 20.9)), wall((19, 20.9), (19, 19))
    )
    stuck = state(squad(1, row(20, 20, 1)), SPARE, game=boxed, stack=(FallBack(1, (20_000, 10_000)),))
    assert refused(boxed, stuck, Move(0, 20_000, 21_500)) == ""  # a wall lined at the start may be crossed


@pytest.mark.rule("siege:R37")
def test_a_full_move_round_the_end_of_a_fence_within_45_degrees_leaves_none_to_the_side() -> None:
    game = on_table(wall((16.7, 23), (23.3, 23), "fence"))
    position = state(squad(1, row(20, 20, 1)), SPARE, game=game, stack=(FallBack(1, (20_000, 19_000)),))
    assert refused(game, position, Move(0, 22_900, 24_450)) == ""  # 4.46 inches to its end, and 1.5 behind it
    assert refused(game, position, Move(0, 25_980, 20_300)) == "siege:R37"


@pytest.mark.rule("siege:R37")
def test_whoever_cannot_fall_back_at_all_stays_locked() -> None:
    cell = on_table(
        house(10, 10, 20, 9.45, [("door", 0, 11, 10)]),
        house(10, 20.55, 20, 9, [("door", 0, 11, 29.55)]),
        house(10, 19.45, 9.5, 1.1, [("door", 0, 10, 20)]),
        house(20.55, 19.45, 9.45, 1.1, [("door", 0, 30, 20)]),
    )
    position = state(
        squad(1, row(20.02, 20, 1)),
        foes(9, row(40, 19, 1)),
        Melee((1, 9), GARRISON),
        game=cell,
        stack=(FallBack(1, (20_020, 12_000)),),
    )
    after, events, _ = settled(cell, position)
    assert after.melees == (Melee((1, 9), GARRISON),)
    assert any("stay locked" in event.tell(cell) for event in events)


@pytest.mark.rule("siege:ME.12", "siege:R38")
def test_out_of_a_house_by_the_opening_farthest_from_the_enemy() -> None:
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20), ("window", 0, 23, 24), ("window", 1, 26, 22)], 2))
    position = state(squad(1, row(21, 22, 1), 1), SPARE, game=game, stack=(FallBack(1, (23_000, 19_400)),))
    assert refused(game, position, Move(0, 23_000, 30_000)) == ""
    assert refused(game, position, Move(0, 23_000, 14_000)) == "siege:R37"
    above = state(squad(1, row(21, 22, 1), 2), SPARE, game=game, stack=(FallBack(1, (20_000, 22_000)),))
    assert refused(game, above, Move(0, 32_000, 22_000)) == ""  # they jump


@pytest.mark.rule("siege:ME.11", "siege:R39")
def test_the_winner_may_take_the_losers_place_over_the_barricade() -> None:
    game = on_table(wall((10, 25), (40, 25), "hasty"))
    position = state(
        squad(1, row(30, 10, 1)),
        foes(9, row(20, 25.6, 3)),
        SPARE,
        game=game,
        stack=(Occupy(9, ((20_000, 24_400, 0),)),),
    )
    assert Stay() in options(game, position)
    assert refused(game, position, Move(0, 20_000, 23_400)) == ""
    assert refused(game, position, Move(0, 20_000, 23_399)) == "siege:R39"
    after, _ = play(game, position, Move(0, 20_000, 24_400))
    assert all(man[1] < 25_000 for man in after.group(9).men)
    house_ = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20)]))
    room = state(
        squad(1, row(30, 10, 1)),
        foes(9, row(23, 19.4, 3)),
        SPARE,
        game=house_,
        stack=(Occupy(9, ((21_000, 22_000, 1),)),),
    )
    after, _ = play(house_, room, Move(0, 25_000, 23_000, 1))
    assert after.group(9).room == 1
    contact = state(
        squad(1, row(20, 22.5, 1)),
        foes(9, row(20, 25.6, 1)),
        SPARE,
        game=game,
        stack=(Occupy(9, ((20_000, 23_400, 0),)),),
    )
    assert refused(game, contact, Move(0, 20_000, 23_520)) == "siege:R5"


@pytest.mark.rule("siege:ME.4", "siege:R36")
def test_squads_form_again_as_their_player_likes() -> None:
    position = state(squad(1, row(20, 20, 3)), squad(2, row(20, 24, 4)), SPARE, game=OPEN, stack=(Regroup((1, 2)),))
    assert set(options(OPEN, position)) == {*(Take(n) for n in range(7)), Dissolve()}
    after, _ = play(OPEN, position, Take(5))
    assert (len(after.group(1).men), len(after.group(2).men)) == (6, 1)
    merged, _ = play(OPEN, position, Dissolve())
    assert [len(group.men) for group in merged.groups if group.side == GARRISON] == [7]
    full = state(squad(1, row(20, 20, 5)), squad(2, row(20, 24, 6)), SPARE, game=OPEN, stack=(Regroup((1, 2)),))
    assert set(options(OPEN, full)) == {Take(3), Take(4), Take(5), Take(6)}  # nobody may be left over
    mixed = state(
        squad(1, row(20, 20, 3), mounted=True), squad(2, row(20, 24, 4)), SPARE, game=OPEN, stack=(Regroup((1, 2)),)
    )
    after, _ = play(OPEN, mixed, Take(5))
    assert not after.group(1).mounted  # a rider put with foot dismounts


@pytest.mark.rule("siege:R28")
def test_the_player_whose_card_it_was_picks_the_next_melee() -> None:
    things = (squad(1, row(20, 20, 3)), foes(9, row(20, 19, 3)), squad(2, row(30, 30, 3)), foes(8, row(30, 29, 3)))
    position = state(
        *things, Melee((1, 9), GARRISON), Melee((2, 8), GARRISON), game=OPEN, stack=(Melees(ATTACKERS, (1, 2)),)
    )
    pending = OPEN.pending(position)
    assert pending.seat == ATTACKERS
    assert set(pending.options) == {Resolve(1), Resolve(2)}


@pytest.mark.rule("siege:FG.4", "siege:R44")
def test_the_attackers_gun_is_lost_with_its_crew() -> None:
    gun = piece(50, 20, 25, side=ATTACKERS)
    lone = order(state(squad(1, row(20, 20, 1)), gun, SPARE, game=OPEN), 1)
    away, _ = play(OPEN, lone, Move(0, 20_000, 23_949))
    assert away.guns
    touched, _ = play(OPEN, lone, Move(0, 20_000, 23_950))
    assert not touched.guns
    men = row(20, 21, 2)
    position = fight(
        squad(1, row(20, 20, 7)),
        foes(9, men, "gun", gun=50),
        piece(50, 20, 22, side=ATTACKERS),
        Melee((1, 9), GARRISON),
    )
    routed, _ = play(OPEN, position, (1,) * 2, (1,) * 7, Lose(9, 0), (1,))
    assert not routed.guns
    assert len(routed.pool_guns) == 1  # only the one that was there before
    driven, _ = play(OPEN, position, (1,) * 2, (1,) * 7, Lose(9, 0), (2,))
    back, _ = play(OPEN, driven, OPEN.pending(driven).free.known)
    assert within(back.guns[0].at, back.group(9).men[0], 1050)  # unfired it goes with them
    fired = fight(
        squad(1, row(20, 20, 7)),
        foes(9, men, "gun", gun=50),
        piece(50, 20, 22, side=ATTACKERS, fired=True),
        Melee((1, 9), GARRISON),
    )
    driven, _ = play(OPEN, fired, (1,) * 2, (1,) * 7, Lose(9, 0), (2,))
    back, _ = play(OPEN, driven, OPEN.pending(driven).free.known)
    assert not back.guns
    assert back.group(9).gun == -1


# -- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:WI.2", "siege:R48")
def test_the_last_defender_dead_ends_it_even_if_the_last_attacker_is_too() -> None:
    position = fight(squad(1, row(20, 20, 1)), foes(9, row(20, 19, 1)), Melee((1, 9), GARRISON))
    after, _ = play(OPEN, position, (6,), (6,))
    over = OPEN.pending(after)
    assert isinstance(over, Over)
    assert (over.winner, over.clause) == (ATTACKERS, "siege:WI.2")


@pytest.mark.rule("siege:R48")
def test_a_crew_alone_holds_out_and_attackers_without_anybody_have_lost() -> None:
    gun = piece(50, 20, 20)
    alone = state(crew(2, 50, row(21, 20, 1)), gun, foes(9, row(40, 40, 1)), game=OPEN, stack=(AfterLosses(),))
    assert isinstance(settled(OPEN, alone)[0].stack[-1], NextCard)
    nobody = state(squad(1, row(20, 20, 3)), game=OPEN, pool=(0,) * 6, pool_guns=(), stack=(AfterLosses(),))
    over = settled(OPEN, nobody)[2]
    assert isinstance(over, Over)
    assert (over.winner, over.clause) == (GARRISON, "siege:R48")
