"""Wheels: which corner stays, what they cost, what they cover."""

from __future__ import annotations

from math import atan2, cos, radians, sin

import pytest

from kemu.core.refusal import Refusal
from kemu.games.maurice.model.moves import Move
from kemu.games.maurice.model.units import Piece
from kemu.games.maurice.rules import movement
from kemu.games.maurice.rules.field import Field
from kemu.parts.tabletop.convex import intrudes
from kemu.parts.tabletop.oriented import angle_of

from .fields import field, horse, line, piece


def plan(f: Field, move: Move) -> movement.Plan:
    found = movement.plan(f, move)
    assert not isinstance(found, Refusal), found
    return found


@pytest.mark.rule("maurice:6.wheel", "maurice:R09")
@pytest.mark.parametrize(("leg", "corner"), [("right", 3), ("left", 0), ("back_right", 2), ("back_left", 1)])
@pytest.mark.parametrize("facing", [0, 33, 271.5])
def test_the_corner_about_which_it_wheels_stays(leg: str, corner: int, facing: float) -> None:
    f = field(line(1, 0, 20, 10, facing))
    found = plan(f, Move(1, legs=((leg, 1_432),)))
    before, after = f.body(1), f.with_units(found.units).body(1)
    assert all(abs(a - b) <= 2 for a, b in zip(before.corners[corner], after.corners[corner], strict=True))
    turn = (after.facing - before.facing) % 36_000
    assert turn == (1_432 if leg in ("right", "back_left") else 36_000 - 1_432)


@pytest.mark.rule("maurice:6.wheel", "maurice:R09")
def test_the_other_corners_arc_is_what_a_wheel_spends() -> None:
    f = field(line(1, 0, 20, 10))
    for angle in (1, 500, 1_432, 5_000):
        exact = 4_000 * radians(angle / 100)
        assert 0 <= plan(f, Move(1, legs=(("right", angle),))).used - exact < 1
    assert plan(field(horse(1, 0, 20, 10)), Move(1, legs=(("left", 2_864),))).used == 1_000


@pytest.mark.rule("maurice:6.wheel")
def test_wheels_and_straight_stretches_are_combined_freely() -> None:
    f = field(horse(1, 0, 20, 10))
    angle = angle_of(2_000, 1_000)
    legs = (("left", angle), ("ahead", 1_500), ("right", 2 * angle), ("left", angle), ("ahead", 500))
    found = plan(f, Move(1, legs=legs))
    assert 5_995 <= found.used <= 6_000
    assert found.units[0].facing == 0


def f_piece(wall: Piece) -> tuple[tuple[int, int], ...]:
    return wall.points


@pytest.mark.rule("maurice:6.wheel", "maurice:R08")
def test_what_the_far_corner_only_brushes_on_its_arc_is_swept() -> None:
    """A short wall just outside both footprints, inside the arc of the rear corner that swings out."""
    f = field(line(1, 0, 20, 10))
    free = plan(f, Move(1, legs=(("right", 5_000),)))
    assert not free.terrain
    body, end = f.body(1), f.with_units(free.units).body(1)
    pivot, radius = body.corners[3], 17**0.5 * 1_000
    # Half way round, 30 steps inside the arc: in neither rectangle.
    start = atan2(body.corners[1][1] - pivot[1], body.corners[1][0] - pivot[0])
    angle = start - radians(25)
    x, y = (pivot[i] + (radius - 30) * (cos(angle), sin(angle))[i] for i in (0, 1))
    out = ((x + 20 * cos(angle)) / 1000, (y + 20 * sin(angle)) / 1000)
    wall = piece("wall", (x / 1000, y / 1000), out)
    for outline in (body.corners, end.corners):
        assert not intrudes(outline, f_piece(wall), 5)
    brushed = plan(field(line(1, 0, 20, 10), pieces=(wall,)), Move(1, legs=(("right", 5_000),)))
    assert brushed.terrain


@pytest.mark.rule("maurice:6.wheel", "maurice:R08", "maurice:6.noContact")
def test_a_wheel_past_an_enemys_corner_is_refused_though_neither_end_is_near_him() -> None:
    f = field(line(1, 0, 20, 10), horse(2, 1, 17.5, 12.05, 180))
    assert isinstance(movement.plan(f, Move(1, legs=(("right", 5_700),))), Refusal)
    assert not isinstance(movement.plan(f, Move(1, legs=(("right", 1_000),))), Refusal)


@pytest.mark.rule("maurice:6.wheel", "maurice:6.crossing", "maurice:R08", "maurice:R02")
@pytest.mark.parametrize("leg", ["right", "back_right"])
@pytest.mark.parametrize("slope", [0, 33.33, 120])
def test_who_touches_only_the_corner_about_which_it_wheels_is_not_moved_through(leg: str, slope: float) -> None:
    s, c = sin(radians(slope)), cos(radians(slope))

    def at(ahead: float, right: float) -> tuple[float, float]:
        return 20 + ahead * s + right * c, 15 + ahead * c - right * s

    # Flush with it, at its right: a friend, and rocks that reach up to the same corner.
    friend = line(2, 0, *at(0, 4), slope)
    rocks = piece("rocks", at(-1, 2), at(0, 2), at(0, 3), at(-1, 3))
    for n in (100, 1_432, 2_800):
        found = plan(field(line(1, 0, 20, 15, slope), friend), Move(1, legs=((leg, n),)))
        assert (found.crossed, found.disr) == ((), ())
        assert not plan(field(line(1, 0, 20, 15, slope), pieces=(rocks,)), Move(1, legs=((leg, n),))).terrain
    # Overlapped by the corner that swings out, he is.
    out = Move(1, legs=(("left" if leg == "right" else "back_left", 2_800),))
    assert plan(field(line(1, 0, 20, 15, slope), friend), out).crossed == (2,)
