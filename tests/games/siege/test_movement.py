"""Movement: how far, round what, over what, and who closes up."""

from __future__ import annotations

import re

import pytest

from kemu.core.rng import QuickRng
from kemu.games.siege.model.actions import Move, Stay, Turn
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Melee
from kemu.games.siege.rules.routes import find_route
from kemu.parts.tabletop.packing import linked
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
    squad,
    state,
    wall,
)

OPEN = on_table()
MEN = row(24, 24, 7)
SQUAD = squad(1, MEN)
BAND = foes(9, row(24, 10, 6))


def moved(game: object, position: object, move: Move, gid: int) -> tuple[tuple[int, int], ...]:
    after, _ = play(game, position, move)
    return after.group(gid).men


@pytest.mark.rule("siege:MV.1", "siege:MV.3", "siege:R1")
def test_a_squad_moves_six_inches_from_its_officer_to_the_step() -> None:
    position = order(state(SQUAD, BAND, game=OPEN), 1)
    assert refused(OPEN, position, Move(0, 24_000, 30_000)) == ""
    assert refused(OPEN, position, Move(0, 24_000, 30_001)) == "siege:MV.1"
    assert refused(OPEN, position, Move(0, 27_600, 28_800)) == ""
    assert refused(OPEN, position, Move(1, 24_000, 30_000)) == "siege:MV.3"
    assert moved(OPEN, position, Move(0, 24_000, 30_000), 1)[0] == (24_000, 30_000)


@pytest.mark.rule("siege:MV.11")
def test_attackers_move_eight_inches_from_any_figure() -> None:
    position = order(state(SQUAD, BAND, game=OPEN), 9)
    assert refused(OPEN, position, Move(0, 24_000, 18_000)) == ""
    assert refused(OPEN, position, Move(0, 24_000, 18_001)) == "siege:MV.1"
    assert refused(OPEN, position, Move(5, 37_000, 10_000)) == ""
    assert refused(OPEN, position, Move(0, 37_000, 10_000)) == "siege:MV.1"


@pytest.mark.rule("siege:MV.4", "siege:R4")
def test_a_squad_closes_up_in_a_chain_of_an_inch_or_less() -> None:
    position = order(state(SQUAD, BAND, game=OPEN), 1)
    apart = inches((25, 30), (27, 30), (29, 30), (31, 30), (33, 30), (35, 30))
    assert refused(OPEN, position, Move(0, 24_000, 30_000, rest=apart)) == ""
    torn = inches((25, 30), (27.001, 30), (29, 30), (31, 30), (33, 30), (35, 30))
    assert refused(OPEN, position, Move(0, 24_000, 30_000, rest=torn)) == "siege:R4"
    assert refused(OPEN, position, Move(0, 24_000, 30_000, rest=apart[:3])) == "siege:MV.4"


@pytest.mark.rule("siege:R4")
def test_no_link_of_a_chain_runs_through_a_wall() -> None:
    game = on_table(wall((24.8, 28), (24.8, 34)))
    position = order(state(SQUAD, BAND, game=game), 1)
    through = inches((25.6, 30), (26.6, 30), (27.6, 30), (28.6, 30), (29.6, 30), (30.6, 30))
    assert refused(game, position, Move(0, 24_000, 30_000, rest=through)) == "siege:R4"


@pytest.mark.rule("siege:MV.2", "siege:R4", "siege:R5")
def test_attackers_touch_and_stay_within_three_inches_of_their_lead() -> None:
    position = order(state(SQUAD, BAND, game=OPEN), 9)
    assert refused(OPEN, position, Move(0, 24_000, 16_000, rest=row(25, 16, 5))) == "siege:R5"
    assert refused(OPEN, position, Move(0, 24_000, 16_000, rest=row(25, 16, 3) + row(23, 16, 2, -1))) == ""
    loose = row(25.06, 16, 3) + row(23, 16, 2, -1)
    assert refused(OPEN, position, Move(0, 24_000, 16_000, rest=loose)) == "siege:R4"
    after, _ = play(OPEN, position, Move(2, 24_000, 17_000))
    men = after.group(9).men
    assert men[2] == (24_000, 17_000)
    assert linked(men, 1050, lambda p, q: True)
    assert all(within(men[2], man, 3000) for man in men)


@pytest.mark.rule("siege:R2", "siege:R3")
def test_bases_an_inch_across_never_overlap_at_rest() -> None:
    position = order(state(SQUAD, squad(2, row(24, 28, 1)), BAND, game=OPEN), 1)
    assert refused(OPEN, position, Move(0, 24_000, 29_000)) == ""
    assert refused(OPEN, position, Move(0, 24_000, 28_999)) == "siege:R3"
    gun = piece(50, 24, 28)
    position = order(state(SQUAD, gun, BAND, game=OPEN), 1)
    assert refused(OPEN, position, Move(0, 24_000, 28_999)) == "siege:R3"
    edge = order(state(squad(1, row(3, 3, 2)), BAND, game=OPEN), 1)
    assert refused(OPEN, edge, Move(0, 500, 500)) == ""
    assert refused(OPEN, edge, Move(0, 499, 500)) == "siege:R3"


@pytest.mark.rule("siege:R5")
def test_only_the_lead_brings_a_group_into_contact() -> None:
    position = order(state(squad(1, row(24, 20, 1)), BAND, game=OPEN), 9)
    chain = inches((24, 17.95), (24, 18.95), (25, 17.95), (25, 16.95), (23, 17.95))
    assert refused(OPEN, position, Move(0, 24_000, 16_950, rest=chain)) == "siege:R5"
    after, _ = play(OPEN, position, Move(0, 24_000, 16_950))
    assert not after.melees


@pytest.mark.rule("siege:R6")
def test_the_way_goes_round_a_wall_and_past_friends_but_not_past_the_enemy() -> None:
    game = on_table(wall((22, 27), (30, 27), "fence"))
    position = order(state(squad(1, row(24, 24, 1)), squad(2, row(24, 25.5, 1)), BAND, game=game), 1)
    assert refused(game, position, Move(0, 24_000, 30_000)) in ("siege:R8", "siege:R6")
    position = order(state(squad(1, row(22.5, 26, 1)), squad(2, row(21.5, 27, 1)), BAND, game=game), 1)
    assert refused(game, position, Move(0, 22_500, 28_000)) == ""
    # Straight on it is eight inches but for a hair, so there is no room for a bend.
    passing = order(state(squad(1, row(24, 15, 1)), foes(9, row(24, 8.57, 1)), game=OPEN), 9)
    assert refused(OPEN, passing, Move(0, 25_040, 16_500)) == "siege:R6"
    assert refused(OPEN, passing, Move(0, 26_500, 16_000)) == ""


@pytest.mark.rule("siege:R7")
def test_a_base_may_not_overlap_a_wall_and_lines_it_within_an_inch() -> None:
    game = on_table(wall((20, 27), (30, 27)), wall((20, 26.4), (22, 26.4), "fence"))
    position = order(state(squad(1, row(25, 24, 1)), BAND, game=game), 1)
    assert refused(game, position, Move(0, 25_000, 26_500)) == ""
    assert refused(game, position, Move(0, 25_000, 26_501)) == "siege:R7"
    ground = game.ground(position)
    assert ground.lined((25_000, 26_000), 0) == (0,)
    assert ground.lined((25_000, 25_999), 0) == ()
    assert ground.lined((21_000, 26_200), 0) == (1,)  # the fence stands between him and the wall


@pytest.mark.rule("siege:MV.7", "siege:R8", "siege:UA.5")
@pytest.mark.parametrize("height", ["low", "high"])
def test_crossing_takes_a_whole_action_from_lining_to_lining(height: str) -> None:
    game = on_table(wall((10, 27), (38, 27), "wall", height))
    position = order(state(squad(1, row(25, 26.2, 2)), BAND, game=game), 1)
    assert refused(game, position, Move(0, 25_000, 27_800)) == ""
    assert refused(game, position, Move(0, 25_000, 28_001)) == "siege:R8"
    assert refused(game, position, Move(0, 27_600, 27_800)) == "siege:R8"
    after, events = play(game, position, Move(0, 25_000, 27_800))
    assert all(man[1] > 27_000 for man in after.group(1).men)
    assert events[0].clause == ("siege:UA.5" if height == "high" else "siege:MV.7")
    far = order(state(squad(1, row(25, 25.9, 2)), BAND, game=game), 1)
    assert refused(game, far, Move(0, 25_000, 27_600)) == "siege:R8"


@pytest.mark.rule("siege:MV.7", "siege:R10")
def test_a_defended_stretch_cannot_be_crossed_but_one_man_does_not_hold_it_all() -> None:
    game = on_table(wall((10, 27), (38, 27)))

    def crossing(x: float, *men: float) -> str:
        holders = squad(1, inches(*((man, 27.6) for man in men)))
        position = order(state(holders, foes(9, row(x, 26.4, 1)), game=game), 9)
        return refused(game, position, Move(0, round(x * 1000), 27_600))

    assert crossing(25, 24, 26) == "siege:MV.7"
    assert crossing(26.4, 25) == ""
    assert crossing(26.3, 25) == ""  # over it beside him, a little to the right
    position = state(squad(1, row(25, 27.6, 1)), game=game)
    field = game.field(position)
    assert field.defended(0, (26_374, 27_000), GARRISON)
    assert not field.defended(0, (26_376, 27_000), GARRISON)


@pytest.mark.rule("siege:MV.8", "siege:MV.12", "siege:R9")
@pytest.mark.parametrize("side", [GARRISON, ATTACKERS])
def test_riders_go_twelve_inches_and_pay_six_for_a_low_wall(side: int) -> None:
    game = on_table(wall((10, 27), (38, 27)), wall((10, 15), (38, 15), "wall", "high"))
    rider = squad(1, row(24, 25, 1), mounted=True) if side == GARRISON else foes(1, row(24, 25, 1), "riders")
    other = foes(9, row(24, 5, 1)) if side == GARRISON else squad(9, row(24, 5, 1))
    position = order(state(rider, other, game=game), 1)
    assert refused(game, position, Move(0, 36_000, 25_000)) == ""
    assert refused(game, position, Move(0, 36_001, 25_000)) == "siege:MV.1"
    assert refused(game, position, Move(0, 24_000, 31_000)) == ""
    assert refused(game, position, Move(0, 24_000, 31_001)) == "siege:R9"
    assert refused(game, position, Move(0, 24_000, 14_000)) == "siege:R9"
    held = squad(8, row(24, 27.6, 1)) if side == ATTACKERS else foes(8, row(24, 27.6, 1))
    position = order(state(rider, other, held, game=game), 1)
    assert refused(game, position, Move(0, 24_600, 30_400)) == "siege:MV.8"
    assert refused(game, position, Move(0, 25_300, 30_000)) == ""  # by a bend, clear of him and of what he defends
    assert refused(game, position, Move(0, 26_500, 29_400)) == ""  # straight it would be over him


@pytest.mark.rule("siege:MV.5", "siege:MV.6", "siege:R11")
def test_in_and_out_by_the_door_and_up_the_stairs() -> None:
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20), ("window", 0, 20, 22), ("window", 1, 23, 20)], 2))
    outside = order(state(squad(1, row(23, 14, 3)), foes(9, row(40, 40, 1)), game=game), 1)
    assert refused(game, outside, Move(0, 23_000, 22_000, 1)) == ""
    assert refused(game, outside, Move(0, 23_000, 22_000, 2)) == "siege:R11"
    assert refused(game, outside, Move(0, 20_400, 22_000, 1)) == "siege:R11"
    far = order(state(squad(1, row(23, 13.999, 3)), foes(9, row(40, 40, 1)), game=game), 1)
    assert refused(game, far, Move(0, 23_000, 22_000, 1)) == "siege:MV.6"
    inside = order(state(squad(1, row(21, 22, 3), 1), foes(9, row(40, 40, 1)), game=game), 1)
    assert refused(game, inside, Move(0, 23_000, 14_000)) == ""
    assert refused(game, inside, Move(0, 23_000, 13_999)) == "siege:MV.6"
    assert refused(game, inside, Move(0, 22_000, 22_000, 2)) == ""
    assert refused(game, inside, Move(0, 22_000, 22_000, 3)) == ""
    upstairs = order(state(squad(1, row(21, 22, 3), 2), foes(9, row(40, 40, 1)), game=game), 1)
    assert refused(game, upstairs, Move(0, 23_000, 18_000)) == "siege:R11"
    rider = order(state(squad(1, row(23, 17, 3), mounted=True), foes(9, row(40, 40, 1)), game=game), 1)
    assert refused(game, rider, Move(0, 23_000, 22_000, 1)) == "siege:R9"


@pytest.mark.rule("siege:R11")
def test_a_group_must_fit_into_its_room() -> None:
    game = on_table(house(20, 20, 3.5, 2.5, [("door", 0, 21, 20)]))
    position = order(state(squad(1, row(21, 17, 7)), foes(9, row(40, 40, 1)), game=game), 1)
    assert refused(game, position, Move(0, 21_000, 20_700, 1)) == "siege:R4"
    few = order(state(squad(1, row(21, 17, 3)), foes(9, row(40, 40, 1)), game=game), 1)
    assert refused(game, few, Move(0, 21_000, 20_700, 1)) == ""


@pytest.mark.rule("siege:R12")
def test_a_gate_lets_the_garrison_through_and_stops_the_attackers() -> None:
    game = on_table(wall((10, 27), (24, 27)), wall((24, 27), (27, 27), "gate", "high"), wall((27, 27), (38, 27)))
    position = state(squad(1, row(25, 25, 1)), foes(9, row(25, 29, 1)), game=game)
    assert refused(game, order(position, 1), Move(0, 26_500, 30_000)) == ""
    assert refused(game, order(position, 9), Move(0, 25_500, 24_000)) != ""
    opened = state(squad(1, row(20, 20, 1)), foes(9, row(25, 29, 1)), game=game, down=0b10)
    assert refused(game, order(opened, 9), Move(0, 25_500, 24_000)) == ""


@pytest.mark.rule("siege:R15", "siege:R10")
def test_nobody_walks_into_a_room_that_the_enemy_holds() -> None:
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20)], 2))
    position = order(state(squad(1, row(21, 22, 3), 1), foes(9, row(23, 17, 3)), game=game), 9)
    assert refused(game, position, Move(0, 24_500, 23_400, 1)) == "siege:R15"
    stairs = order(state(squad(1, row(21, 22, 3), 2), foes(9, row(21, 22, 3), room=1), game=game), 9)
    assert refused(game, stairs, Move(0, 24_500, 23_400, 2)) == "siege:R15"


@pytest.mark.rule("siege:MV.9", "siege:R40")
def test_the_garrisons_gun_never_moves_and_only_a_full_crew_turns_it() -> None:
    gun, men = piece(50, 24, 24), inches((25, 24), (23, 24), (24, 25), (24, 23))
    full = order(state(crew(2, 50, men), gun, foes(9, row(40, 40, 1)), game=OPEN), 2)
    assert refused(OPEN, full, Move(0, 26_000, 24_000)) == "siege:MV.9"
    after, _ = play(OPEN, full, Turn(5, -7))
    assert after.gun(50).face == (5, -7)
    three = order(state(crew(2, 50, men[:3]), gun, squad(1, row(10, 10, 7)), foes(9, row(40, 40, 1)), game=OPEN), 2)
    assert refused(OPEN, three, Turn(5, -7)) == "siege:MV.9"


@pytest.mark.rule("siege:R40")
def test_a_crew_that_was_driven_off_moves_only_back_to_its_gun() -> None:
    position = order(state(crew(2, 50, row(29, 24, 4)), piece(50, 24, 24), foes(9, row(40, 40, 1)), game=OPEN), 2)
    assert refused(OPEN, position, Move(0, 28_000, 28_000)) == "siege:R40"
    assert refused(OPEN, position, Move(0, 25_000, 24_000)) == ""
    assert refused(OPEN, position, Turn(1, 0)) == "siege:MV.9"


@pytest.mark.rule("siege:FG.1", "siege:FG.2", "siege:R44")
def test_the_attackers_gun_moves_as_infantry_until_it_has_fired() -> None:
    men = inches((25, 24), (23, 24), (24, 25), (24, 23))
    fresh = state(foes(9, men, "gun", gun=50), piece(50, 24, 24, side=ATTACKERS), squad(1, row(10, 10, 7)), game=OPEN)
    after, _ = play(OPEN, order(fresh, 9), Move(0, 25_000, 32_000))
    assert within(after.gun(50).at, (25_000, 32_000), 1050)
    assert after.gun(50).at not in after.group(9).men
    fired = state(
        foes(9, men, "gun", gun=50), piece(50, 24, 24, side=ATTACKERS, fired=True), squad(1, row(10, 10, 7)), game=OPEN
    )
    assert refused(OPEN, order(fired, 9), Move(0, 25_000, 28_000)) == "siege:FG.2"
    assert refused(OPEN, order(fired, 9), Turn(1, 1)) == "siege:FG.2"


@pytest.mark.rule("siege:R31")
def test_a_group_in_melee_does_not_move() -> None:
    position = state(squad(1, row(24, 24, 3)), foes(9, row(24, 25, 3)), Melee((1, 9), GARRISON), game=OPEN)
    assert refused(OPEN, order(position, 1), Move(0, 24_000, 22_000)) == "siege:R31"
    assert Stay() in options(OPEN, order(position, 1))


@pytest.mark.rule("siege:R6")
def test_trees_and_scrub_cost_nothing() -> None:
    game = on_table(area("trees", 23, 20, 4, 4), area("scrub", 23, 16, 4, 4))
    position = order(state(squad(1, row(40, 40, 1)), foes(9, row(25, 14, 1)), game=game), 9)
    assert refused(game, position, Move(0, 25_000, 22_000)) == ""


def drawn(game: object, free: object) -> object:
    """The union of a continuum's reach, in steps of the table: rings of straight lines, and circles."""
    shapely = pytest.importorskip("shapely")
    shapes = []
    for reach in free.reach():
        for x, y, r in re.findall(r"M(\S+) (\S+?)a(\S+) ", reach.path):
            shapes.append(shapely.Point(float(x) + float(r), float(y)).buffer(float(r) + 0.3, 64))
        for ring in re.findall(r"M([^Maz]+L[^Maz]+)z", reach.path):
            corners = [tuple(map(float, corner.split(" "))) for corner in ring.split("L")]
            shapes.append(shapely.Polygon(corners).buffer(0.3))
    return shapely.union_all(shapes)


HOUSE = house(20, 20, 6, 4, [("door", 0, 23, 20), ("window", 0, 20, 22)], 2)


@pytest.mark.parametrize(
    ("mover", "other"),
    [
        (squad(1, row(22, 26.2, 3)), foes(9, row(40, 40, 1))),
        (squad(1, row(21, 22, 3), 1), foes(9, row(40, 40, 1))),
        (squad(1, row(21, 22, 3), 2), foes(9, row(40, 40, 1))),
        (squad(1, row(30, 20, 3), mounted=True), foes(9, row(40, 40, 1))),
        (foes(9, row(24, 28, 5)), squad(1, row(21, 22, 3), 1)),
        (foes(9, row(24, 34, 5)), squad(1, row(24, 26.4, 3))),
        (foes(9, row(8, 27, 1)), squad(1, row(40, 27, 1))),
        (foes(9, row(21, 22, 3), room=1), squad(1, row(17, 20, 1))),
    ],
)
def test_samples_are_legal_and_the_drawn_reach_holds_them(mover: object, other: object) -> None:
    shapely = pytest.importorskip("shapely")
    game = on_table(wall((10, 27), (38, 27)), wall((30, 10), (30, 18), "fence"), HOUSE)
    position = order(state(mover, other, game=game), mover.id)
    free, rng = game.pending(position).free, QuickRng(3)
    ground = drawn(game, free)
    found = 0
    for _ in range(60):
        move = free.sample(rng)
        if move is not None:
            found += 1
            assert free.check(move) is None
            assert ground.covers(shapely.Point(move.x / 20, (48_000 - move.y) / 20)), move
    assert found > 20


def told_reach(game: object, position: object) -> list[str]:
    return [reach.label for reach in game.pending(position).free.reach()]


@pytest.mark.rule("siege:R54")
def test_a_ruin_is_not_drawn_as_a_house_to_go_into() -> None:
    game = on_table(HOUSE)
    for ruins, drawn_in in ((0, True), (1, False)):
        position = order(state(squad(1, row(23, 17, 3)), BAND, game=game, ruins=ruins), 1)
        assert (f"into {HOUSE.name}" in told_reach(game, position)) is drawn_in
        assert (refused(game, position, Move(0, 23_000, 22_000, 1)) == "") is drawn_in


@pytest.mark.rule("siege:MV.8", "siege:R9")
def test_riders_are_shown_a_leap_only_where_there_is_something_to_leap() -> None:
    rider = squad(1, row(20, 20, 1), mounted=True)
    for things, leaps in (
        ((), False),
        ((wall((10, 26), (30, 26)),), True),
        ((wall((10, 26.001), (30, 26.001)),), False),
        ((wall((10, 24), (30, 24), height="high"),), False),
    ):
        game = on_table(*things)
        position = order(state(rider, foes(9, row(40, 40, 1)), game=game), 1)
        assert ("over a low obstacle" in told_reach(game, position)) is leaps


@pytest.mark.rule("siege:R12", "siege:R13")
def test_the_drawn_reach_goes_through_what_is_open() -> None:
    shapely = pytest.importorskip("shapely")
    game = on_table(wall((0, 24), (20, 24), height="high"), wall((20, 24), (24, 24), "hasty"), wall((24, 24), (48, 24)))
    for down, through in ((0, False), (0b10, True)):
        position = order(state(squad(1, row(22, 22, 1)), foes(9, row(40, 40, 1)), game=game, down=down), 1)
        assert (refused(game, position, Move(0, 22_000, 26_500)) == "") is through
        ground = drawn(game, game.pending(position).free)
        assert ground.covers(shapely.Point(22_000 / 20, (48_000 - 26_500) / 20)) is through


@pytest.mark.rule("siege:R1", "siege:R6")
def test_a_way_round_a_corner_may_be_exactly_the_allowance() -> None:
    game = on_table(wall((24, 20), (24, 27)))
    group = squad(1, row(20, 24, 1))
    field = game.field(state(group, game=game))
    route = find_route(field, group, (20_000, 24_000), (28_000, 24_000), 0, 10_000)
    assert route.cost == 10_000_000
    assert not hasattr(find_route(field, group, (20_000, 24_000), (28_000, 24_000), 0, 9_999), "cost")


@pytest.mark.rule("siege:R5")
@pytest.mark.parametrize(("last", "clause"), [(3000, ""), (3001, "siege:R5")])
def test_attackers_stand_within_three_inches_of_their_lead_to_a_thousandth(last: int, clause: str) -> None:
    position = order(state(foes(9, row(20, 24, 4)), squad(1, row(5, 5, 3)), game=OPEN), 9)
    rest = ((21_000, 30_000), (22_000, 30_000), (20_000 + last, 30_000))
    assert refused(OPEN, position, Move(0, 20_000, 30_000, rest=rest)) == clause
