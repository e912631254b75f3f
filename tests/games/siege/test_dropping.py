"""A retreat dropped by hand: the way pointed stands for the full move, and what is drawn is where a drop is taken."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Any

import pytest

from kemu.core.rng import QuickRng
from kemu.games.siege import State
from kemu.games.siege.model.actions import Move
from kemu.games.siege.model.pieces import GARRISON, Melee
from kemu.games.siege.rules.fires import Fled
from kemu.games.siege.rules.retreat.fall_back import FallBack
from kemu.games.siege.rules.retreat.one_way import LONGEST, NARROW, WIDE
from kemu.games.siege.rules.retreat.several_ways import Flight
from kemu.games.siege.scene import dropping
from kemu.games.siege.scene.dropping import ground_of
from kemu.parts.tabletop.points import FINE

from .positions import GAME, OPEN, SPARE, foes, house, inches, on_table, play, refused, row, settled, squad, state, wall
from .test_dragging import draft_of, scene
from .test_movement import drawn

LOST = Melee((1, 9), GARRISON)
HUT = house(17, 22, 6, 4, [("door", 0, 20, 22)])
HALL = house(20, 20, 6, 4, [("door", 0, 23, 20), ("window", 0, 23, 24)])
WALLED = on_table(wall((0, 21), (48, 21), "wall", "high"))
RING = inches(*((x, 24) for x in range(16, 25)), *((x, y) for x in (16, 24) for y in range(17, 24)))


def beaten(game: Any, *things: Any, fall: FallBack) -> tuple[Any, State]:
    return game, state(*things, SPARE, game=game, stack=(fall,))


TABLES = {
    "open": beaten(OPEN, squad(1, row(20, 20, 4)), foes(9, row(20, 19, 4)), LOST, fall=FallBack(1, (21_500, 19_000))),
    "hut": beaten(
        on_table(HUT), squad(1, row(20, 20.5, 3)), foes(9, row(20, 19.4, 3)), LOST, fall=FallBack(1, (21_000, 19_400))
    ),
    "hemmed in": beaten(
        OPEN, squad(1, row(20, 20, 1)), foes(9, row(20, 19, 1)), foes(8, RING), LOST, fall=FallBack(1, (20_000, 19_000))
    ),
    "over a wall": beaten(
        WALLED, squad(1, row(20, 20.2, 3)), foes(9, row(20, 19.2, 3)), LOST, fall=FallBack(1, (21_000, 19_200))
    ),
    "riders": beaten(
        on_table(wall((0, 20), (48, 20))),
        squad(1, row(20, 19.3, 4), mounted=True),
        foes(9, row(20, 18.3, 4)),
        LOST,
        fall=FallBack(1, (21_500, 18_300)),
    ),
    "attackers": beaten(
        on_table(HUT, wall((25, 18), (25, 26))),
        foes(9, row(20, 20, 6)),
        squad(1, row(20, 19, 6)),
        LOST,
        fall=FallBack(9, (22_000, 19_000)),
    ),
    "a house": beaten(
        on_table(HALL), squad(1, row(21, 22, 2), 1), foes(9, row(22, 19.4, 2)), LOST, fall=FallBack(1, (22_500, 19_400))
    ),
    "a burning house": beaten(on_table(HALL), squad(1, row(21, 22, 2), 1), fall=FallBack(1, None, burning=True)),
}


def taken(game: Any, position: State, x: float, y: float) -> bool:
    group = position.stack[-1].group
    free, draft = draft_of(game, position, x, y, f"g{group}-{len(position.group(group).men) // 2}")
    return free.check(draft) is None


@pytest.mark.rule("siege:R37")
@pytest.mark.parametrize("name", TABLES)
def test_what_is_drawn_is_where_a_drop_is_taken(name: str) -> None:
    """Everywhere on the ground that is drawn, and at most an inch beyond its rim."""
    shapely = pytest.importorskip("shapely")
    game, position = TABLES[name]
    ground = drawn(game, game.pending(position).free)
    inside = 0
    for i in range(-32, 33):
        for j in range(-32, 33):
            x, y = 22 + i * 0.39, 21 + j * 0.39
            point = shapely.Point(*scene(x, y))
            edge = ground.boundary.distance(point) / 50
            if ground.covers(point):
                inside += edge > 0.2
                assert edge <= 0.2 or taken(game, position, x, y), (x, y)
            elif edge > 1.05:
                assert not taken(game, position, x, y), (x, y)
    assert inside or ground.area / 2500 < 2
    # A quarter or half of a circle at most, not all round.
    limit = 12 if name == "riders" else 8 if name == "attackers" else 6
    assert 0.5 < ground.area / 2500 < 2 * limit**2


@pytest.mark.rule("siege:R37")
@pytest.mark.parametrize("off", [-4.0, -0.4, 0.4, 0.9])
def test_a_drop_short_of_the_full_move_or_a_little_beyond_it_stands_for_it(off: float) -> None:
    game, position = TABLES["open"]
    for dx, dy in ((0.0, 1.0), (0.6, 0.8), (-0.6, 0.8)):
        x, y = 20 + (6 + off) * dx, 20 + (6 + off) * dy
        after, _ = play(game, position, draft_of(game, position, x, y, "g1-0")[1])
        gone = [at - 20_000 for at in after.group(1).men[0]]
        assert hypot(*gone) == pytest.approx(6000, abs=100)
        assert degrees(atan2(gone[1], gone[0])) == pytest.approx(degrees(atan2(dy, dx)), abs=0.1)


@pytest.mark.rule("siege:R37")
def test_a_drop_far_beyond_or_to_the_side_is_told_why_not() -> None:
    game, position = TABLES["open"]
    for x, y, why in (
        (20, 27.2, "more than 6 inches"),
        (23, 21, "within 45 degrees"),
        (20, 18, "not away"),
        (20, 20, "not away"),
    ):
        free, draft = draft_of(game, position, x, y, "g1-0")
        assert why in free.check(draft).reason


@pytest.mark.rule("siege:R37")
def test_a_place_that_is_a_full_move_is_taken_as_it_is() -> None:
    game, position = TABLES["open"]
    for y in (25.9, 25.95, 26):
        assert draft_of(game, position, 20, y, "g1-0")[1] == Move(0, 20_000, round(y * 1000))


@pytest.mark.rule("siege:R37")
def test_a_drop_round_a_corner_goes_on_from_there() -> None:
    """Straight away stands a hut: the way bends at its corner, and a drop on it goes on the way it bends."""
    game, position = TABLES["hut"]
    free, draft = draft_of(game, position, 23.4, 23.5, "g1-0")
    assert free.stage == NARROW
    assert free.check(draft) is None
    length, _ = free.judged(draft)
    assert length >= 5_900_000
    assert draft.y > 24_000


@pytest.mark.rule("siege:R37")
def test_at_the_last_stage_a_drop_goes_as_far_as_it_can_in_that_direction() -> None:
    game, position = TABLES["hemmed in"]
    free, draft = draft_of(game, position, 20.8, 20.8, "g1-0")
    assert free.stage == LONGEST
    assert free.check(draft) is None
    assert draft.x - 20_000 == pytest.approx(draft.y - 20_000, abs=2)
    assert refused(game, position, Move(0, 20_800, 20_800)) == "siege:R37"


@pytest.mark.rule("siege:R8", "siege:R37")
def test_a_drop_over_a_wall_that_is_lined_ends_on_its_other_side() -> None:
    game, position = TABLES["over a wall"]
    for y in (21.2, 22.3, 22.8):
        after, _ = play(game, position, draft_of(game, position, 20, y, "g1-0")[1])
        assert 21_500 <= after.group(1).men[0][1] <= 22_000


@pytest.mark.rule("siege:MV.11", "siege:R37")
def test_where_the_figure_dragged_has_no_way_another_leads() -> None:
    game, position = TABLES["attackers"]
    free, draft = draft_of(game, position, 24.3, 22.5, "g9-0")
    assert free.check(draft) is None
    assert draft.figure != 0
    free, draft = draft_of(game, position, 24.3, 22.5, "g9-4")
    assert draft.figure == 4


@pytest.mark.rule("siege:R54")
def test_out_of_a_burning_house_they_go_by_the_opening_that_is_pointed_to() -> None:
    game, position = TABLES["a burning house"]
    for y, side in ((17, -1), (27, 1)):
        after, _ = play(game, position, draft_of(game, position, 23, y, "g1-0")[1])
        assert (after.group(1).men[0][1] - 22_000) * side > 6000


def yard(depth: float, side: int = 1) -> list[Any]:
    """Return high walls round a yard three inches wide, behind the window of the hall or, with side -1, its door."""
    at = 24 if side > 0 else 20
    corners = ((21.5, at), (21.5, at + side * depth), (24.5, at + side * depth), (24.5, at))
    return [wall(a, b, height="high") for a, b in pairwise(corners)]


def burning(*walls: Any) -> tuple[Any, State]:
    game, fall = on_table(HALL, *walls), FallBack(1, None, burning=True)
    return beaten(game, squad(1, row(21, 22, 1), 1), fall=fall)


@pytest.mark.rule("siege:FI.3", "siege:R54")
@pytest.mark.parametrize("depth", [0.9, 2.0])
def test_nobody_hops_out_of_a_window_when_the_door_offers_a_full_move(depth: float) -> None:
    """Behind the window is a yard, too small for a full move, or for anybody to be found a place in it at all."""
    game, position = burning(*yard(depth))
    free = game.pending(position).free
    assert [way.known is None for way in free.openings] == [False, depth < 2]
    assert "must fall back a full move, out of the house" in game.pending(position).prompt
    assert refused(game, position, Move(0, 23_000, 14_010)) == ""
    assert refused(game, position, Move(0, 23_000, 24_520)) == "siege:R54"
    free, draft = draft_of(game, position, 23, 24.52, "g1-0")
    assert "better way out" in free.check(draft).reason
    rng = QuickRng(3)
    assert all(free.sample(rng).y < 20_000 for _ in range(9))
    assert drawn(game, free).bounds[1] > scene(0, 20.1)[1]  # nothing is drawn on the window's side


@pytest.mark.rule("siege:FI.3", "siege:R54")
def test_a_full_move_aside_out_of_the_window_is_as_good_as_one_straight_out_of_the_door() -> None:
    """A long wall close behind the house: by the window a full move is only one of more than 45 degrees aside."""
    game, position = burning(wall((10, 25.6), (36, 25.6), height="high"))
    free = game.pending(position).free
    assert [way.stage for way in free.openings] == [NARROW, WIDE]
    for move in (Move(0, 23_000, 14_010), Move(0, 17_096, 25_043), Move(0, 28_904, 25_043)):
        assert refused(game, position, move) == ""


@pytest.mark.rule("siege:FI.3", "siege:R54")
@pytest.mark.parametrize("depth", [None, 1.05, 2.0])
def test_with_an_enemy_near_they_flee_the_fire_by_the_far_side_unless_that_is_no_way_out(depth: float | None) -> None:
    game = on_table(HALL, *(yard(depth) if depth else ()))
    men, enemy = squad(1, row(21, 22, 1), 1), foes(9, row(27, 15, 3))
    position = state(men, enemy, SPARE, game=game, stack=(Fled(0, (1,)),))
    position, _, pending = settled(game, position)
    assert "must fall back a full move, out of the house" in pending.prompt
    by_window, by_door = Move(0, 23_000, 29_990), Move(0, 18_760, 15_760)
    assert (refused(game, position, by_window) == "") == (depth is None)
    assert (refused(game, position, by_door) == "") == (depth is not None)


@pytest.mark.rule("siege:FI.3", "siege:R54")
def test_with_an_enemy_near_a_full_move_aside_by_the_far_window_goes_before_one_straight_out_of_the_door() -> None:
    game = on_table(HALL, wall((10, 25.6), (36, 25.6), height="high"))
    men, enemy = squad(1, row(21, 22, 1), 1), foes(9, row(27, 15, 3))
    position, _, _ = settled(game, state(men, enemy, SPARE, game=game, stack=(Fled(0, (1,)),)))
    assert refused(game, position, Move(0, 17_096, 25_043)) == ""
    assert refused(game, position, Move(0, 18_760, 15_760)) != ""


@pytest.mark.rule("siege:FI.3", "siege:R38", "siege:R54")
@pytest.mark.parametrize("room", [1, 2, 3])
def test_whoever_has_no_way_out_of_his_floor_of_a_burning_house_leaves_by_another(room: int) -> None:
    """A band before the upper window: those of the ground floor, the upper floor and the roof all use the door."""
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20), ("window", 1, 23, 24)], 2))
    band = tuple(man for i in range(4) for man in row(19, 24.6 + i, 9))
    things = (squad(1, row(21, 22, 2), room), foes(9, band), SPARE)
    position, _, _ = settled(game, state(*things, game=game, stack=(Fled(0, (1,)),)))
    assert refused(game, position, Move(0, 23_000, 14_010)) == ""
    # Not so while the window is a way: out of the upper floor nobody goes by the door.
    position, _, _ = settled(game, state(things[0], SPARE, game=game, stack=(Fled(0, (1,)),)))
    assert (refused(game, position, Move(0, 23_000, 14_010)) == "") == (room != 2)


@pytest.mark.rule("siege:R54")
def test_a_hop_out_of_ones_own_floor_goes_before_a_full_move_by_another() -> None:
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20), ("window", 1, 23, 24)], 2), *yard(2.0))
    game, position = beaten(game, squad(1, row(21, 22, 1), 2), fall=FallBack(1, None, burning=True))
    free = game.pending(position).free
    assert free.exit.at == (23_000, 24_000)
    assert refused(game, position, Move(0, 23_000, 14_010)) != ""


@pytest.mark.rule("siege:R54")
@pytest.mark.parametrize("side", [-1, 1])
def test_of_several_doors_below_they_take_that_farthest_from_the_enemy(side: int) -> None:
    """The upper window is shut by a band; beside it, on one side of the house, the band is larger."""
    openings = [("door", 0, 20, 22), ("door", 0, 26, 22), ("window", 1, 23, 24)]
    game = on_table(house(20, 20, 6, 4, openings, 2))
    band = tuple(man for i in range(4) for man in row(19, 24.6 + i, 9))
    more = row(23 + side * 8, 26, 3, dx=side)
    things = (squad(1, row(22.5, 22, 1), 2), foes(9, band), foes(10, more, "muskets"), SPARE)
    position, _, _ = settled(game, state(*things, game=game, stack=(Fled(0, (1,)),)))
    by_west, by_east = Move(0, 14_010, 22_000), Move(0, 31_990, 22_000)
    assert (refused(game, position, by_west) == "") == (side > 0)
    assert (refused(game, position, by_east) == "") == (side < 0)


@pytest.mark.rule("siege:R15", "siege:R54")
def test_nobody_flees_through_a_floor_that_the_enemy_holds_but_waits_until_he_has_left() -> None:
    """Boxers below; the yard behind both windows is too small for anybody while they are at theirs."""
    openings = [("door", 0, 23, 20), ("window", 0, 23, 24), ("window", 1, 23, 24)]
    walls = [wall(a, b, height="high") for a, b in pairwise(((22.3, 24), (22.3, 25.6), (23.7, 25.6), (23.7, 24)))]
    game = on_table(house(20, 20, 6, 4, openings, 2), *walls)
    things = (squad(1, row(21, 22, 1), 2), foes(9, row(21, 22, 2), room=1), SPARE)
    position, _, _ = settled(game, state(*things, game=game, stack=(Fled(0, (1, 9)),)))
    assert position.stack[-1].group == 9
    position, _ = play(game, position, game.pending(position).free.known)
    assert position.stack[-1].group == 1
    assert game.pending(position).free.known.y > 24_000


@pytest.mark.rule("siege:R37", "siege:R54")
def test_half_an_inch_is_a_way_out_of_a_fire() -> None:
    walls = [wall(a, b, height="high") for a, b in pairwise(((22.3, 20), (22.3, 18.8), (23.7, 18.8), (23.7, 20)))]
    game = on_table(house(20, 20, 6, 4, [("door", 0, 23, 20)]), *walls)
    game, position = beaten(game, squad(1, row(21, 22, 1), 1), fall=FallBack(1, None, burning=True))
    assert refused(game, position, Move(0, 23_000, 19_400)) == ""


@pytest.mark.rule("siege:FI.3", "siege:R54")
@pytest.mark.parametrize("third", [False, True])
def test_a_group_shut_in_at_both_ends_of_a_burning_house_leaves_by_its_side_or_is_lost(
    third: bool,
) -> None:
    openings = [("door", 0, 22, 18), ("window", 0, 22, 26), ("window", 0, 24, 22)][: 2 + third]
    game = on_table(house(20, 18, 4, 8, openings))
    north, south = (
        tuple(m for i in range(4) for m in row(19, y + i * d, 5, 1.5)) for y, d in ((26.7, 1.5), (17.2, -1.5))
    )
    things = (squad(1, row(20.6, 20, 1), 1), foes(9, north), foes(10, south), SPARE)
    position, _, _ = settled(game, state(*things, game=game, stack=(Fled(0, (1,)),)))
    assert any(group.id == 1 for group in position.groups) == third
    if third:
        assert refused(game, position, Move(0, 29_990, 22_000)) == ""


@pytest.mark.rule("siege:FI.3", "siege:R54")
@pytest.mark.parametrize(("door", "window"), [(2.0, 2.5), (2.5, 2.0)])
def test_where_no_opening_offers_a_full_move_they_go_by_that_with_the_longest(door: float, window: float) -> None:
    game, position = burning(*yard(door, -1), *yard(window))
    free = game.pending(position).free
    assert {way.stage for way in free.openings} == {LONGEST}
    assert "must fall back as far as possible, out of the house" in game.pending(position).prompt
    known = free.known
    assert refused(game, position, known) == ""
    (shorter,) = (way for way in free.openings if way not in free.ways)
    assert (shorter.start(0)[1] > 22_000) == (window < door)
    assert refused(game, position, shorter.known) == "siege:R54"
    assert (known.y > 22_000) == (window > door)


@pytest.mark.rule("siege:FI.3", "siege:R54")
def test_of_two_openings_with_about_the_same_way_both_will_do_but_none_is_shorter_than_the_longest_allows() -> None:
    game, position = burning(*yard(2.0, -1), *yard(2.05))
    free = game.pending(position).free
    assert free.ways == free.openings
    for way in free.ways:
        assert refused(game, position, way.known) == ""
    # As if a way of a bend by the door were a little longer than any by the window; then more than a little.
    door, window = free.openings
    by_window = window.longest
    for more, ways in ((100, [door, window]), (101, [door])):
        door.longest, window.longest = by_window + more * FINE, by_window
        assert Flight([door, window]).ways == ways
        assert all(way.longest == by_window + more * FINE for way in ways)


@pytest.mark.rule("siege:R54")
def test_the_lead_may_be_dragged_again_to_the_other_opening_when_the_others_have_been_placed() -> None:
    game, position = TABLES["a burning house"]
    free, draft = draft_of(game, position, 23, 29.98, "g1-0")
    assert free.check(draft) is None
    again = free.adjust(draft, *scene(23, 17), "g1-0")
    assert free.check(again) is None
    assert again.y < 20_000


@pytest.mark.rule("siege:R4", "siege:R37")
def test_of_two_directions_the_one_that_is_meant_says_what_is_wrong_and_who_is_dragged_leads() -> None:
    crowd = tuple(man for i in range(4) for man in row(15, 20 + i, 5))
    melee = Melee((1, 9, 10), GARRISON)
    things = (squad(1, row(20, 20, 5)), foes(9, row(20, 21, 5)), foes(10, crowd, "muskets"), melee)
    game, position = beaten(OPEN, *things, fall=FallBack(9, (22_000, 20_000), own=(17_000, 21_400)))
    free, draft = draft_of(game, position, 24, 26, "g9-0")
    assert len(free.ways) == 2
    assert free.check(draft) is None
    astray = free.adjust(draft, *scene(25, 33), "g9-1")
    assert free.check(astray).clause == "siege:R4"
    for x, y in ((24, 29), (14.5, 26.7), (13, 22)):
        for figure in range(5):
            move = free.at(*scene(x, y), f"g9-{figure}")
            assert free.check(move) is None
            own = [way.at(*scene(x, y), f"g9-{figure}") for way in free.ways]
            could = any(free.check(end) is None and end.figure == figure for end in own)
            assert (move.figure == figure) == could


@pytest.mark.rule("siege:R54")
def test_a_drop_that_no_opening_allows_is_told_what_is_wrong_by_the_nearest() -> None:
    """The window is first in the list, yet of a drop south of the door it is the door that speaks."""
    hall = house(20, 20, 6, 4, [("window", 0, 23, 24), ("door", 0, 23, 20)])
    game, position = beaten(on_table(hall), squad(1, row(21, 22, 1), 1), fall=FallBack(1, None, burning=True))
    free = game.pending(position).free
    for y in (14.5, 29.5):
        assert "a full move" in free.check(Move(0, 23_000, round(y * 1000))).reason


@pytest.mark.rule("siege:R54")
def test_a_drop_that_two_openings_take_goes_by_that_from_which_it_ends_nearer() -> None:
    """Two windows side by side: the same place is on the way of both, and ends elsewhere."""
    for windows in ((21.0, 25.0), (25.0, 21.0)):
        hall = house(20, 20, 6, 4, [("window", 0, x, 24) for x in windows])
        game, position = beaten(on_table(hall), squad(1, row(21, 22, 1), 1), fall=FallBack(1, None, burning=True))
        free, draft = draft_of(game, position, 22, 29.0, "g1-0")
        ends = [way.at(*scene(22, 29.0), "g1-0") for way in free.ways]
        assert all(free.check(end) is None for end in ends)
        off = [hypot(end.x - 22_000, end.y - 29_000) for end in ends]
        assert off[0] != off[1]
        assert draft == ends[off.index(min(off))]


def test_the_label_says_how_far() -> None:
    for name, stage, label in (
        ("open", NARROW, "fall back a full move"),
        ("hemmed in", LONGEST, "fall back as far as possible"),
    ):
        game, position = TABLES[name]
        free = game.pending(position).free
        assert free.stage == stage
        assert {reach.label for reach in free.reach()} == {label}


@pytest.mark.rule("siege:R37")
def test_a_finger_finds_a_retreat_on_a_phone() -> None:
    """The table is 357 pixels wide there: of the whole pixels within reach, a thousand and more are a legal drop."""
    game, position = TABLES["open"]
    pixel = 48 / 357
    drops = [(20 + i * pixel, 20 + j * pixel) for i in range(-45, 46) for j in range(46) if i * i + j * j <= 45 * 45]
    found = sum(taken(game, position, x, y) for x, y in drops)
    assert 1000 < found < len(drops)


@pytest.mark.rule("siege:R37", "siege:R38")
def test_a_way_between_the_rays_that_are_drawn_is_drawn_as_a_spot_and_a_drop_on_it_is_taken() -> None:
    men = ((29_006, 21_294), (30_016, 21_294), (27_996, 21_294))
    band = ((25_625, 22_269), (24_615, 22_269), (26_130, 23_144), (26_130, 21_394), (25_120, 21_394))
    things = (squad(2, men, 4), foes(9, band), Melee((2, 9), GARRISON))
    game, position = beaten(GAME, *things, fall=FallBack(2, (25_524, 22_094)))
    free = game.pending(position).free
    (reach,) = free.reach()
    assert "a" in reach.path
    known = free.known
    assert known is not None
    for dx, dy in ((0.0, 0.0), (0.3, 0.3), (-0.4, 0.2)):
        assert draft_of(game, position, known.x / 1000 + dx, known.y / 1000 + dy, "g2-0")[1] == known
    assert not taken(game, position, known.x / 1000 + 0.5, known.y / 1000 + 0.5)


@pytest.mark.rule("siege:R37")
def test_the_retreat_that_is_known_is_drawn_as_a_spot_beside_the_rest_if_the_rest_does_not_show_it() -> None:
    """Over a barricade at just 45 degrees: a ray of the search, but none of those drawn."""
    game, lined = on_table(wall((14, 32), (34, 32), "hasty")), foes(9, ((28_947, 31_223),))
    game, position = beaten(game, lined, squad(1, ((28_957, 28_346),)), fall=FallBack(9, (28_957, 28_346)))
    free = game.pending(position).free
    ground, spot = free.reach()
    assert "a" not in ground.path
    assert "a" in spot.path
    for name in ("open", "hut", "attackers", "over a wall"):
        game, position = TABLES[name]
        assert not any("a" in reach.path for reach in game.pending(position).free.reach())


@pytest.mark.rule("siege:R37")
def test_a_large_band_is_drawn_with_the_figures_farthest_out_and_hardly_less_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("shapely")
    band = foes(9, tuple(man for i in range(5) for man in row(20, 20 + i * 1.1, 5, 1.1)))
    position = state(band, squad(1, row(20, 19, 5)), SPARE, LOST, game=OPEN, stack=(FallBack(9, (22_000, 19_000)),))
    free = OPEN.pending(position).free
    assert len(free.reach()) < 13
    assert free.reach() is free.reach()
    few = drawn(OPEN, free)
    monkeypatch.setattr(dropping, "DOZEN", 25)
    every = ground_of(free)
    assert len(every) == 25
    monkeypatch.setattr(free, "drawn", every)
    whole = drawn(OPEN, free)
    assert few.difference(whole).area == pytest.approx(0, abs=1e-6)
    assert few.area > 0.95 * whole.area
    # No farther off than a drop beyond the rim is taken anyhow: an inch, where there are fifty units to one.
    assert whole.hausdorff_distance(few) < 50
