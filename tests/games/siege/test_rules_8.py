"""What rules version 8 mended: cover that is kept, what stands between, guns that are touched, the player's own way."""

from __future__ import annotations

import pytest

from kemu.core.pending import Decide, Touch
from kemu.core.refusal import Refusal
from kemu.games.siege import Settings
from kemu.games.siege.model.actions import (
    FightFire,
    Fire,
    FireMelee,
    Lose,
    Move,
    PlaceGun,
    Recrew,
    Stay,
    Turn,
)
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Blaze, Melee
from kemu.games.siege.rules.cards import NextCard
from kemu.games.siege.rules.facing import COMPASS, Facing
from kemu.games.siege.rules.melee import Fight
from kemu.games.siege.rules.melee_front import HASTY, OPEN_GROUND, PREPARED, front
from kemu.games.siege.rules.occupying import Occupy
from kemu.games.siege.rules.setup import SetUp
from kemu.games.siege.rules.troops import armed

from .positions import (
    GAME,
    OPEN,
    SPARE,
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

DOOR = (("door", 0, 24, 20),)

# -- cover in a melee -----------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:R30", "siege:R32")
def test_the_owner_of_the_dead_cannot_take_the_holders_cover_away() -> None:
    """The man at the door dies, and nobody is in contact: a squad in a house is in a house all the same."""
    game = on_table(house(20, 20, 8, 8, DOOR))
    inside, band = squad(1, row(22, 22, 5), room=1), foes(9, inches((24, 19.4), (24, 15), (25, 15), (26, 15)))
    position = order(state(inside, band, Melee((1, 9), GARRISON), game=game), 1)
    after, _ = play(game, position, FireMelee(), (6, 1, 1, 1, 1), Lose(9, 0), (6,))
    assert after.group(9).men == inches((24, 15), (25, 15), (26, 15))
    assert front(game, after, after.melees[0]) == PREPARED


@pytest.mark.rule("siege:R30")
def test_whoever_joins_in_contact_is_looked_at_anew() -> None:
    """A front that was kept does not outlast the next who comes into contact."""
    game = on_table(wall((10, 25), (22, 25)))
    holders, band = squad(1, row(20, 24.4, 3)), foes(9, inches((20, 29), (21, 29)))
    kept = Melee((1, 9), GARRISON, front=PREPARED)
    position = order(state(holders, band, foes(8, row(26, 24.4, 1)), kept, game=game), 8)
    assert front(game, position, position.melees[0]) == PREPARED
    after, _ = play(game, position, Move(0, 23_010, 24_400))
    assert front(game, after, after.melees[0]) == OPEN_GROUND


@pytest.mark.rule("siege:R30", "siege:R37")
def test_whoever_cannot_fall_back_fights_on_against_the_front_that_there_was() -> None:
    """All in a cell with one wall through it: the men at the wall fall, the losers have nowhere to go."""
    cell = on_table(
        house(10, 10, 20, 9.45, [("door", 0, 11, 10)]),
        house(10, 20.55, 20, 9, [("door", 0, 11, 29.55)]),
        house(10, 19.45, 7, 1.1, [("door", 0, 10, 20)]),
        house(23, 19.45, 7, 1.1, [("door", 0, 30, 20)]),
        wall((20, 19.45), (20, 20.55), "wall", "high"),
    )
    ours, theirs = squad(1, row(19.4, 20, 2, -1)), foes(9, row(20.6, 20, 3))
    position = state(ours, theirs, SPARE, Melee((1, 9), GARRISON), game=cell, stack=(Fight(1),))
    after, _ = play(cell, position, (1, 1, 1), (6, 1), Lose(9, 0), (6,))
    (melee,) = after.melees
    assert after.group(9).men == inches((21.6, 20), (22.6, 20))
    assert front(cell, after, melee) == PREPARED


# -- what stands between --------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:R14", "siege:R30")
def test_beside_a_gate_post_it_is_the_barricade_that_stands_between() -> None:
    game = on_table(wall((10, 20), (20, 20), "gate", "high"), wall((20, 20), (26, 20), "hasty"))
    melee = Melee((1, 9), GARRISON)
    for x, points in ((20.4, HASTY), (19.6, PREPARED)):
        position = state(squad(1, row(x, 19.4, 1)), foes(9, row(x, 20.6, 1)), melee, game=game)
        assert front(game, position, melee) == points


@pytest.mark.rule("siege:R14", "siege:R30", "siege:R49")
def test_past_the_end_of_a_wall_men_who_touch_are_in_the_open() -> None:
    game = on_table(wall((10, 20), (20, 20)))
    melee, holder = Melee((1, 9), GARRISON), squad(1, row(20.3, 19.5, 1))
    assert front(game, state(holder, foes(9, row(20.3, 20.5, 1)), melee, game=game), melee) == OPEN_GROUND
    assert front(game, state(holder, foes(9, row(19.4, 20.6, 1)), melee, game=game), melee) == PREPARED
    charge = state(holder, foes(9, row(20.3, 27, 1), "riders"), game=game, options=Settings(cavalry=True))
    assert refused(game, order(charge, 9), Move(0, 20_300, 20_510)) == ""
    assert refused(game, order(charge, 9), Move(0, 19_400, 20_600)) == "siege:OC.2"


# -- guns -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("siege:R14", "siege:ME.1", "siege:ME.2")
def test_whoever_touches_a_manned_gun_is_in_melee_with_its_crew() -> None:
    ours, gun = crew(2, 50, inches((20, 19), (21, 19), (19, 19), (20, 18))), piece(50, 20, 20)
    position = order(state(ours, gun, foes(9, row(20, 26, 1)), game=OPEN), 9)
    after, _ = play(OPEN, position, Move(0, 20_000, 21_020))
    assert after.melees == (Melee((2, 9), GARRISON),)
    assert Fire(9) not in options(OPEN, order(after, 2))

    theirs = foes(9, inches((20, 21), (21, 20.9)), "gun", gun=51)
    mirrored = order(state(squad(1, row(20, 14, 1)), theirs, piece(51, 20, 20, side=ATTACKERS), game=OPEN), 1)
    after, _ = play(OPEN, mirrored, Move(0, 20_000, 18_970))
    assert after.melees == (Melee((1, 9), ATTACKERS),)


@pytest.mark.rule("siege:R14", "siege:ME.1")
def test_a_gun_that_is_moved_up_to_an_enemy_brings_him_into_the_melee() -> None:
    gunners, gun = foes(9, row(20, 30, 3), "gun", gun=51), piece(51, 20, 31, side=ATTACKERS)
    one, other = squad(1, row(20, 24, 1)), squad(2, row(22.05, 25, 2))
    position = order(state(one, other, gunners, gun, game=OPEN), 9)
    rest = inches((21.03, 25.02), (20, 26.03), (21.03, 26.03))  # the gun first
    after, _ = play(OPEN, position, Move(0, 20_000, 25_020, rest=rest))
    assert after.melees == (Melee((1, 2, 9), GARRISON),)


@pytest.mark.rule("siege:R14", "siege:R41")
def test_a_gun_without_crew_is_no_melee_and_nobody_is_sent_to_it_while_it_is_touched() -> None:
    empty, gun = crew(2, 50, ()), piece(50, 20, 20)
    position = order(state(squad(1, row(30, 30, 7)), empty, gun, foes(9, row(20, 26, 1)), game=OPEN), 9)
    after, _ = play(OPEN, position, Move(0, 20_000, 21_020))
    assert after.melees == ()
    assert not any(isinstance(option, Recrew) for option in options(OPEN, order(after, 2)))
    assert any(isinstance(option, Recrew) for option in options(OPEN, order(position, 2)))


@pytest.mark.rule("siege:R6", "siege:R14")
def test_a_way_past_a_manned_gun_ends_at_it() -> None:
    """Between the gun and the wall there is no room to pass."""
    gunners, gun = foes(9, inches((20, 30), (21, 30)), "gun", gun=51), piece(51, 20, 29, side=ATTACKERS)
    game = on_table(wall((5, 28), (40, 28)))
    position = order(state(squad(1, row(17, 28.5, 1)), gunners, gun, SPARE, game=game), 1)
    assert refused(game, position, Move(0, 18_900, 28_500)) == ""
    assert refused(game, position, Move(0, 22_800, 28_500)) == "siege:R6"


@pytest.mark.rule("siege:R45")
def test_a_crew_is_set_up_at_its_gun() -> None:
    position = state(game=OPEN, stack=(SetUp(0, 1),))
    apart = inches((21.9, 20), (22.9, 20), (23.9, 20), (24.9, 20))
    assert refused(OPEN, position, PlaceGun(20_000, 20_000, 0, 1, apart)) == "siege:R45"
    chain = inches((21, 20), (22, 20), (23, 20), (24, 20))
    assert refused(OPEN, position, PlaceGun(20_000, 20_000, 0, 1, chain)) == ""


@pytest.mark.rule("siege:R56")
def test_a_gun_is_neither_set_up_in_a_house_nor_taken_into_one() -> None:
    game = on_table(house(20, 20, 8, 8, DOOR))
    assert refused(game, state(game=game, stack=(SetUp(0, 1),)), PlaceGun(24_000, 24_000, 0, 1)) == "siege:R56"
    gunners, gun = foes(9, inches((24, 17), (25, 17)), "gun", gun=51), piece(51, 24, 16, side=ATTACKERS)
    position = order(state(squad(1, row(40, 40, 3)), gunners, gun, game=game), 9)
    assert refused(game, position, Move(0, 24_000, 24_000, 1)) == "siege:R56"


@pytest.mark.rule("siege:R2")
def test_facing_a_gun_has_its_own_words_and_handles() -> None:
    gun = piece(50, 20, 20, face=(1, 0))
    position = state(crew(2, 50, row(19, 19, 4)), gun, SPARE, game=OPEN, stack=(Facing(50),))
    decide, view = OPEN.pending(position), OPEN.view(position, GARRISON)
    assert isinstance(decide, Decide)
    scene = OPEN.scene(view, decide)
    labels = {choice.label: choice.target for choice in scene.selectable}
    assert labels["Keep it facing east"] == "", "a button: the gun itself lies under its crew"
    assert labels["Turn the gun to the north-west"] == "face-north-west"
    handles = {zone.id for zone in scene.zones if zone.id.startswith("face-")}
    assert handles == {f"face-{name}" for name in COMPASS}
    assert {choice.target for choice in scene.selectable} == handles | {""}
    assert decide.free is not None
    assert "arrow" in decide.free.by_hand
    assert OPEN.label(view, Turn(0, -5)) == "Turn the gun to the south"
    refusal = OPEN.why_not(position, GARRISON, Touch("g2-0"))
    assert refusal is not None
    assert "Only the gun is turned now" in refusal.reason


# -- what cannot be dragged -----------------------------------------------------------------------------------------


@pytest.mark.rule("siege:FG.2", "siege:MV.9", "siege:R31")
def test_what_cannot_be_dragged_says_why() -> None:
    fired = piece(51, 20, 20, side=ATTACKERS, fired=True)
    gunners = foes(9, inches((20, 21), (21, 21)), "gun", gun=51)
    few, gun = crew(2, 50, inches((30, 31), (31, 31))), piece(50, 30, 30)
    locked = foes(8, row(40, 21, 3), "muskets")
    things = (fired, gunners, few, gun, squad(1, row(40, 20, 3)), locked, Melee((1, 8), GARRISON))
    position = state(*things, game=OPEN)
    for gid, thing, clause in ((9, "gun51", "siege:FG.2"), (2, "g2-1", "siege:MV.9"), (8, "g8-0", "siege:R31")):
        refusal = OPEN.why_not(order(position, gid), position.group(gid).side, Touch(thing))
        assert isinstance(refusal, Refusal)
        assert refusal.clause == clause


# -- fires, crossings, ways -----------------------------------------------------------------------------------------


@pytest.mark.rule("siege:FI.4", "siege:R53")
def test_men_of_the_house_next_door_fight_a_fire_within_two_inches() -> None:
    game = on_table(house(10, 20, 8, 8, (("door", 0, 14, 20),)), house(19, 20, 8, 8, (("door", 0, 23, 20),)))
    fires = {"options": Settings(fires=True), "fires": (Blaze(0, 3, 0, 3),)}
    near, far = squad(1, row(20, 24, 2), room=3), squad(1, row(22, 24, 2), room=3)
    assert game.grounds["legation"].layout.rooms[3].house == 1
    assert FightFire(0, "stick") in options(game, order(state(near, SPARE, game=game, **fires), 1))
    assert FightFire(0, "stick") not in options(game, order(state(far, SPARE, game=game, **fires), 1))


@pytest.mark.rule("siege:R8")
def test_a_crossing_at_the_joint_of_two_pieces_is_one_crossing() -> None:
    game = on_table(wall((10, 20), (20, 20)), wall((20, 20), (30, 20)))
    position = order(state(squad(1, row(20, 19.4, 1)), SPARE, game=game), 1)
    assert refused(game, position, Move(0, 20_000, 20_600)) == ""
    corner = on_table(wall((10, 20), (20, 20)), wall((20, 20), (20, 30)), wall((18, 21.5), (20, 21.5)))
    position = order(state(squad(1, row(19.4, 19.4, 1)), SPARE, game=corner), 1)
    assert refused(corner, position, Move(0, 19_400, 22_100)) == "siege:R8"


@pytest.mark.rule("siege:R8", "siege:R9")
def test_riders_cross_at_a_joint_too_if_nobody_defends_it() -> None:
    game = on_table(wall((10, 20), (20, 20)), wall((20, 20), (30, 20)))
    riders, away = foes(9, row(20, 17, 1), "riders"), squad(1, row(40, 40, 3))
    assert refused(game, order(state(riders, away, game=game), 9), Move(0, 20_000, 22_900)) == ""
    assert refused(game, order(state(riders, away, game=game), 9), Move(0, 20_000, 23_100)) == "siege:R9"
    held = state(riders, squad(1, row(20, 20.6, 1)), game=game)
    assert refused(game, order(held, 9), Move(0, 20_000, 22_900)) == "siege:MV.8"


@pytest.mark.rule("siege:R6", "siege:R8")
def test_one_crosses_the_piece_that_one_lines_though_straight_on_it_would_be_the_next() -> None:
    game = on_table(wall((10, 20), (20, 20)), wall((20, 20), (30, 20)))
    position = order(state(squad(1, row(19, 19.4, 1)), SPARE, game=game), 1)
    assert refused(game, position, Move(0, 20_850, 20_500)) == ""
    assert refused(game, position, Move(0, 21_200, 20_500)) == "siege:R8"


@pytest.mark.rule("siege:R6")
def test_the_way_is_the_players_round_an_enemy_too() -> None:
    """Straight on the lead would touch the man in the middle; a small bend within the move passes him."""
    lead, alone = foes(9, row(20, 30, 1)), squad(1, row(20, 26, 1))
    position = order(state(lead, alone, game=OPEN), 9)
    assert refused(OPEN, position, Move(0, 20_000, 23_000)) == ""
    line = squad(1, row(13, 26, 7, 2.0))  # nobody gets round these seven within eight inches
    assert refused(OPEN, order(state(lead, line, game=OPEN), 9), Move(0, 20_000, 23_000)) == "siege:R6"
    at_limit = order(state(foes(9, row(20, 31, 1)), alone, game=OPEN), 9)
    assert refused(OPEN, at_limit, Move(0, 20_000, 23_000)) == "siege:R6"


@pytest.mark.rule("siege:R6", "siege:R9")
def test_the_players_way_may_turn_right_round_the_end_of_a_wall() -> None:
    """The leap is defended, and so is the short way round the end; a wider one is within the move of riders."""
    game = on_table(wall((10, 25), (20, 25)))
    position = state(foes(9, row(18, 23, 1), "riders"), squad(1, row(18, 25.6, 1)), game=game)
    assert refused(game, order(position, 9), Move(0, 16_000, 27_000)) == ""


@pytest.mark.rule("siege:R6", "siege:R8", "siege:R9")
def test_where_the_way_round_a_wall_is_barred_one_may_still_cross_it() -> None:
    game = on_table(wall((10, 25), (20, 25)))
    guards = squad(1, row(21, 25, 6, 1.9))  # they close the end of the wall
    band = state(foes(9, row(19, 24.4, 1)), guards, game=game)
    assert refused(game, order(band, 9), Move(0, 19_000, 25_600)) == ""
    riders = state(foes(9, row(18, 23, 1), "riders"), guards, game=game)
    assert refused(game, order(riders, 9), Move(0, 18_000, 27_000)) == ""


@pytest.mark.rule("siege:R6", "siege:R9")
def test_riders_leap_and_then_bend_round_a_man() -> None:
    game = on_table(wall((0, 25), (48, 25)))
    position = state(foes(9, row(20, 24.2, 1), "riders"), squad(1, row(20.5, 27.6, 1)), game=game)
    assert refused(game, order(position, 9), Move(0, 20_000, 29_100)) == ""
    assert refused(game, order(position, 9), Move(0, 20_500, 30_100)) == "siege:R6"


@pytest.mark.rule("siege:MV.6", "siege:R6")
def test_out_of_a_house_the_player_takes_the_door_that_is_free() -> None:
    game = on_table(house(20, 20, 4, 4, (("door", 0, 22, 20), ("door", 0, 20, 22))))
    position = state(squad(1, row(21.5, 21.5, 1), room=1), foes(9, row(21.9, 18.6, 1)), game=game)
    assert refused(game, order(position, 1), Move(0, 20_000, 18_000)) == ""


# -- questions and settings -----------------------------------------------------------------------------------------


@pytest.mark.rule("siege:R39")
def test_whoever_can_only_stay_is_not_asked() -> None:
    winners, crowd = squad(1, row(20, 30, 3)), foes(9, inches((20, 20.9), (20, 19.1), (19.1, 20), (20.9, 20)))
    position = state(winners, crowd, game=OPEN, stack=(Occupy(1, ((20_000, 20_000, 0),)),))
    _, _, pending = settled(OPEN, position)
    assert not isinstance(pending, Decide)
    free = state(winners, SPARE, game=OPEN, stack=(Occupy(1, ((20_000, 20_000, 0),)),))
    assert options(OPEN, free) == (Stay(),)


@pytest.mark.rule("siege:DF.1", "siege:DB.3")
def test_a_number_of_squads_and_a_double_battle_are_refused_with_their_clause() -> None:
    for given, clause in (({"squads": 7}, "siege:DF.1"), ({"double": True}, "siege:DB.3")):
        with pytest.raises(Refusal) as refusal:
            GAME.parse_settings(given)
        assert refusal.value.clause == clause
    assert GAME.parse_settings({"layout": "boulevard"}).doubled == 2


@pytest.mark.rule("siege:DF.5")
def test_one_sees_whose_men_are_whose() -> None:
    """Each group has an outline of its own on the table, also where two squads stand side by side."""
    position = state(squad(1, row(20, 20, 3)), squad(2, row(23, 20, 3)), SPARE, game=OPEN, stack=(NextCard(),))
    scene = OPEN.scene(OPEN.view(position, GARRISON))
    outlines = {zone.id: zone.outline.d for zone in scene.zones if zone.id in ("g1", "g2")}
    assert len(set(outlines.values())) == 2
    drawn = {shape.d for layer in scene.layers if layer.name == "groups" for shape in layer.shapes}
    assert set(outlines.values()) <= drawn


@pytest.mark.rule("siege:AF.6")
def test_most_attackers_have_weapons_for_melee_only() -> None:
    kinds = GAME.armies.kind
    for kind in kinds:
        equipped = kind.firearms or kind.mounted or kind.fanatic or kind.gun or kind.jingals
        assert equipped != kind.basic
        if not kind.gun:
            assert armed(GAME, foes(9, row(20, 20, 1), kind.id)) == kind.firearms
    for army in GAME.armies.army:
        basic = sum(number for name, number in army.figures.items() if GAME.kinds[name].basic)
        assert 2 * basic > sum(army.figures.values())
