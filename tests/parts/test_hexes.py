"""A grid of hexes, flat- and pointy-topped: neighbours, distances, rings, lines, paths, hexsides, the plane."""

from __future__ import annotations

from itertools import pairwise, product
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kemu.parts.hexes import FLAT, OFF, POINTY, HexGrid, Parity, Top, opposite

GRIDS = [HexGrid(9, 8, top, shifted) for top in ("flat", "pointy") for shifted in ("odd", "even")]
grids = st.sampled_from(GRIDS)


def hexes(grid: HexGrid) -> st.SearchStrategy[int]:
    return st.integers(0, grid.count - 1)


@pytest.mark.parametrize("grid", GRIDS)
def test_neighbours_lie_one_hex_apart_in_their_compass_direction(grid: HexGrid) -> None:
    middle = grid.hex("0504")
    x, y = grid.centre(middle)
    for d, other in enumerate(grid.neighbours[middle]):
        ox, oy = grid.centre(other)
        assert dist((x, y), (ox, oy)) == pytest.approx(1)
        name = grid.directions[d]
        assert ("N" in name) == (oy < y - 1e-9)
        assert ("S" in name) == (oy > y + 1e-9)
        assert ("E" in name) == (ox > x + 1e-9)
        assert ("W" in name) == (ox < x - 1e-9)


def test_the_directions_are_named_after_the_hexsides() -> None:
    assert HexGrid(3, 3, "flat", "even").directions == FLAT == ("N", "NE", "SE", "S", "SW", "NW")
    assert HexGrid(3, 3, "pointy", "even").directions == POINTY == ("NE", "E", "SE", "SW", "W", "NW")


@pytest.mark.parametrize("grid", GRIDS)
def test_the_way_back_is_the_opposite_direction(grid: HexGrid) -> None:
    for h in range(grid.count):
        for d, other in enumerate(grid.neighbours[h]):
            if other != OFF:
                assert grid.neighbours[other][opposite(d)] == h
                assert grid.direction(h, other) == d


def test_the_corner_of_the_grid_has_fewer_neighbours() -> None:
    grid = HexGrid(4, 4, "flat", "even")
    assert [grid.label(h) for h in grid.beside[grid.hex("0101")]] == ["0201", "0102"]
    assert grid.neighbours[grid.hex("0101")].count(OFF) == 4


@settings(max_examples=40, deadline=None)
@given(st.data(), grids)
def test_distance_is_the_number_of_steps(data: st.DataObject, grid: HexGrid) -> None:
    a, b = data.draw(hexes(grid)), data.draw(hexes(grid))
    ways = grid.reach(a, 99, lambda _a, _d, _b: 1)
    assert grid.distance(a, b) == ways.cost[b]
    assert len(ways.path(b)) == ways.cost[b] + 1


@settings(max_examples=40, deadline=None)
@given(st.data(), grids)
def test_a_ring_has_the_hexes_of_that_distance(data: st.DataObject, grid: HexGrid) -> None:
    a, r = data.draw(hexes(grid)), data.draw(st.integers(0, 9))
    ring = grid.ring(a, r)
    assert sorted(ring) == [h for h in range(grid.count) if grid.distance(a, h) == r]
    assert len(set(ring)) == len(ring)


@settings(max_examples=40, deadline=None)
@given(st.data(), grids)
def test_a_line_goes_from_neighbour_to_neighbour_and_is_as_long_as_the_distance(
    data: st.DataObject, grid: HexGrid
) -> None:
    a, b = data.draw(hexes(grid)), data.draw(hexes(grid))
    line = grid.line(a, b)
    if len(line) == grid.distance(a, b) + 1:  # a line along the grid's edge may leave it
        assert (line[0], line[-1]) == (a, b)
        assert all(grid.distance(p, q) == 1 for p, q in pairwise(line))


def test_four_hexes_in_a_direction_are_four_apart_in_a_straight_row() -> None:
    grid = HexGrid(20, 20, "flat", "even")
    start = grid.hex("1010")
    for way in FLAT:
        there = grid.go(start, way, 4)
        assert grid.distance(start, there) == 4
        assert grid.line(start, there)[1] == grid.go(start, way)


def test_east_and_west_zigzag_along_a_row_of_labels() -> None:
    grid = HexGrid(20, 20, "flat", "even")
    assert grid.label(grid.go(grid.hex("1010"), "E", 3)) == "1310"
    assert grid.label(grid.go(grid.hex("1010"), "W", 3)) == "0710"
    assert grid.go(grid.hex("0110"), "W") == OFF
    with pytest.raises(ValueError, match="no direction 'UP'"):
        grid.go(0, "UP")


@pytest.mark.parametrize("grid", GRIDS)
def test_labels_name_column_and_row(grid: HexGrid) -> None:
    assert [grid.hex(grid.label(h)) for h in range(grid.count)] == list(range(grid.count))
    for wrong in ("0000", "1001", "0109", "17", "abcd", "٠١٠١"):
        with pytest.raises(ValueError, match="there is no hex"):
            grid.hex(wrong)


def test_paths_take_the_cheaper_way_round_and_stop_at_the_budget() -> None:
    grid = HexGrid(5, 5, "flat", "even")
    start, bog, goal = grid.hex("0303"), grid.hex("0302"), grid.hex("0301")
    ways = grid.reach(start, 3, lambda _a, _d, b: 5 if b == bog else 1)
    assert bog not in ways.cost
    assert ways.cost[goal] == 3
    assert bog not in ways.path(goal)
    assert ways.path(bog) == ()


def test_a_closed_hexside_is_not_crossed() -> None:
    grid = HexGrid(3, 3, "flat", "even")
    a, b = grid.hex("0202"), grid.hex("0201")
    closed = grid.sides([(a, b)])
    ways = grid.reach(a, 1, lambda h, d, _b: None if closed[h] >> d & 1 else 1)
    assert b not in ways.cost
    assert len(ways.cost) == 6


def test_a_feature_of_a_hexside_is_known_on_both_sides() -> None:
    grid = HexGrid(3, 3, "flat", "even")
    a, b = grid.hex("0202"), grid.hex("0302")
    sides = grid.sides([(a, b)])
    assert sides[a] == 1 << FLAT.index("NE")
    assert sides[b] == 1 << FLAT.index("SW")
    with pytest.raises(ValueError, match="no side in common"):
        grid.sides([(grid.hex("0101"), grid.hex("0303"))])


@pytest.mark.parametrize("grid", GRIDS)
def test_a_side_lies_halfway_to_the_neighbour(grid: HexGrid) -> None:
    for h in range(grid.count):
        x, y = grid.centre(h)
        for d, other in enumerate(grid.neighbours[h]):
            if other == OFF:
                continue
            (x1, y1), (x2, y2) = grid.side(h, d)
            ox, oy = grid.centre(other)
            assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx(((x + ox) / 2, (y + oy) / 2))
            assert dist((x1, y1), (x2, y2)) == pytest.approx(1 / 3**0.5)


@settings(max_examples=40, deadline=None)
@given(st.data(), grids, st.floats(-0.49, 0.49), st.floats(-0.49, 0.49))
def test_a_point_lies_in_the_hex_whose_middle_is_nearest(
    data: st.DataObject, grid: HexGrid, dx: float, dy: float
) -> None:
    x, y = grid.centre(data.draw(hexes(grid)))
    at = (x + dx, y + dy)
    found = grid.at(*at)
    distances = sorted(dist(at, grid.centre(h)) for h in range(grid.count))
    if found != OFF:
        assert dist(at, grid.centre(found)) == pytest.approx(distances[0])


@pytest.mark.parametrize(("top", "shifted"), list(product(("flat", "pointy"), ("odd", "even"))))
def test_the_shifted_columns_or_rows_are_half_a_hex_off(top: Top, shifted: Parity) -> None:
    grid = HexGrid(4, 4, top, shifted)
    axis = 1 if top == "flat" else 0
    first = grid.centre(grid.hex("0101"))[axis]
    second = grid.centre(grid.hex("0201" if top == "flat" else "0102"))[axis]
    assert second - first == (0.5 if shifted == "even" else -0.5)


def test_a_grid_has_two_digits_for_columns_and_rows() -> None:
    with pytest.raises(ValueError, match="1 to 99"):
        HexGrid(100, 4)
