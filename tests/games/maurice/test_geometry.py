"""Measuring, forces, and what holds of every legal move: symmetry, nobody on another, nobody broken by moving."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from kemu.core.refusal import Refusal
from kemu.core.rng import QuickRng
from kemu.games.maurice.model.moves import Advance, Charge, Move
from kemu.games.maurice.model.scale import to_scene
from kemu.games.maurice.model.units import Piece, Table, Unit
from kemu.games.maurice.rules import charge_move, fall_back, fire_zone, movement
from kemu.games.maurice.rules.engagement import engagements
from kemu.games.maurice.rules.field import Field
from kemu.games.maurice.rules.measuring import (
    contact,
    force_of,
    free_place,
    gap,
    in_difficult,
    linked,
    near,
    overlapped,
)
from kemu.games.maurice.rules.orders import Charges, Moves

from .fields import KINDS, SOUTH, TABLE, block, column, field, gun, horse, horse_line, line, piece


@pytest.mark.rule("maurice:1.near", "maurice:R03", "maurice:R02", "maurice:1.bw")
def test_near_is_within_four_through_anything_but_impassable_ground() -> None:
    f = field(line(1, 0, 20, 10), line(2, 1, 20, 14, SOUTH))
    assert near(f, 1)
    assert gap(f, 1, 2) == 4_000
    assert not near(field(line(1, 0, 20, 10), line(2, 1, 20, 14.001, SOUTH)), 1)
    friends = field(*f.units.values(), line(3, 0, 20, 12.5), pieces=(block("woods", 10, 10.5, 30, 13),))
    assert near(friends, 1)
    pond = field(*f.units.values(), pieces=(block("pond", 10, 11, 30, 13),))
    assert not near(pond, 1)
    # A pond that leaves a way past its end within four.
    partly = field(line(1, 0, 20, 10), line(2, 1, 20, 13, SOUTH), pieces=(block("pond", 10, 11, 21.5, 12),))
    assert near(partly, 1)


@pytest.mark.rule("maurice:1.contact", "maurice:R05", "maurice:R02")
def test_any_touch_is_contact_up_to_five_steps() -> None:
    assert contact(field(line(1, 0, 20, 10), line(2, 1, 24, 9)), 1, 2)
    assert contact(field(line(1, 0, 20, 10), line(2, 1, 24.003, 11.004)), 1, 2)
    assert not contact(field(line(1, 0, 20, 10), line(2, 1, 24.006, 9)), 1, 2)


@pytest.mark.rule("maurice:1.forces", "maurice:R15", "maurice:R16")
def test_forces_are_alike_and_linked_among_themselves() -> None:
    f = field(
        line(1, 0, 10, 10), line(2, 0, 16, 10), line(3, 0, 22.001, 10), horse_line(4, 0, 10, 8), line(5, 1, 10, 12)
    )
    assert force_of(f, 1) == (1, 2)
    assert linked(f, (3,))
    assert not linked(f, (1, 3))
    assert not linked(f, ())
    woods = field(*f.units.values(), pieces=(block("woods", 9, 9.5, 11, 10),))
    assert in_difficult(woods, 1)
    assert force_of(woods, 1) == (1,)


@pytest.mark.rule("maurice:2.deployment", "maurice:R18", "maurice:6.noStacking")
def test_where_a_unit_may_be_set() -> None:
    f = field(line(1, 0, 20, 10), pieces=(block("pond", 5, 5, 8, 8),))

    def clause(unit: Unit) -> str | None:
        found = free_place(f, unit)
        return None if found is None else found.clause

    assert clause(line(2, 0, 24, 10)) is None
    assert clause(line(2, 0, 23.99, 10)) == "maurice:6.noStacking"
    assert clause(line(2, 0, 1.9, 10)) == "maurice:R18"
    assert clause(line(2, 0, 2, 1)) is None
    assert clause(line(2, 0, 7, 7)) == "maurice:5.terrain"


@pytest.mark.rule("maurice:R06")
def test_touching_an_area_is_not_being_in_it() -> None:
    assert not in_difficult(field(line(1, 0, 20, 10), pieces=(block("woods", 15, 10, 25, 12),)), 1)
    assert in_difficult(field(line(1, 0, 20, 10), pieces=(block("woods", 15, 9.99, 25, 12),)), 1)
    # An outline with a notch: what stands in the notch is not in it.
    notch = piece("woods", (10, 5), (30, 5), (30, 15), (25, 15), (25, 8), (15, 8), (15, 15), (10, 15))
    assert not in_difficult(field(line(1, 0, 20, 10), pieces=(notch,)), 1)
    assert in_difficult(field(line(1, 0, 20, 8.5), pieces=(notch,)), 1)


# What holds of every legal order.

PIECES = (
    piece("woods", (10, 12), (16, 11), (17, 16), (11, 17)),
    piece("wall", (24, 16), (29, 16.5)),
    block("pond", 34, 12, 37, 15),
    piece("hill", (18, 18), (24, 18), (24, 22), (18, 22), crest=((18, 20), (24, 20))),
)


def battle() -> Field:
    """Two armies of nine, drawn up."""
    units: list[Unit] = []
    for side, y, f in ((0, 9, 0), (1, 21, 180)):
        i = 10 * side
        units += [line(i + k, side, 12 + 5 * k, y, f) for k in range(4)]
        units += [horse(i + 4, side, 35, y, f), horse_line(i + 5, side, 6, y, f)]
        units += [column(i + 6, side, 40, y - 3 if side == 0 else y + 3, f)]
        units += [gun(i + 7, side, 31, y, f), gun(i + 8, side, 32.5, y, f)]
    return field(*units, pieces=PIECES, cinc=((22, 4), (22, 26)))


def fight_on(f: Field, rng: QuickRng, orders: int) -> list[tuple[Field, Move | Advance | Charge]]:
    """Give sensible orders to either side in turn; return each position with its order."""
    given: list[tuple[Field, Move | Advance | Charge]] = []
    for number in range(orders):
        own = f.sides[number % 2]
        if not own or not f.foes(number % 2):
            break
        force = force_of(f, own[rng.below(len(own))])
        order = Charges(f, force).sample(rng) or Moves(f, force).sample(rng)
        if order is None:
            continue
        assert isinstance(order, (Move, Advance, Charge))
        given.append((f, order))
        f = f.with_units(carried_out(f, order))
    return given


def carried_out(f: Field, order: Move | Advance | Charge) -> tuple[Unit, ...]:
    found = planned(f, order)
    assert not isinstance(found, Refusal)
    if not isinstance(order, Charge):
        return found.units
    return fall_back.plan(f.with_units(found.units), order.unit).units


def planned(f: Field, order: Move | Advance | Charge) -> movement.Plan | Refusal:
    if isinstance(order, Charge):
        return charge_move.plan(f, order)
    return movement.plan(f, order) if isinstance(order, Move) else movement.advance(f, order)


@pytest.mark.rule("maurice:6.noStacking", "maurice:6.neverBroken", "maurice:R39")
@pytest.mark.parametrize("seed", range(3))
def test_no_unit_ends_on_another_and_nobody_is_broken_by_moving(seed: int) -> None:
    given = fight_on(battle(), QuickRng(seed), 60)
    assert len(given) > 30
    for f, order in given:
        assert all(not overlapped(f, f.body(uid), f.units, uid) for uid in f.units)
        found = planned(f, order)
        assert not isinstance(found, Refusal)
        assert len(found.units) == len(f.units)
        assert all(unit.disr <= unit.bases for unit in found.units)
        if isinstance(order, Charge):
            assert engagements(f.with_units(found.units), (order.unit,))


Turn = Callable[[int, int], tuple[int, int]]


def turned(f: Field, by: Turn, facing: Callable[[int], int], table: Table) -> Field:
    """The whole table mirrored or turned."""
    units = [
        replace(u, x=by(u.x, u.y)[0], y=by(u.x, u.y)[1], facing=facing(u.facing) % 36_000) for u in f.units.values()
    ]
    pieces = tuple(
        Piece(p.kind, tuple(by(*at) for at in p.points), tuple(by(*at) for at in p.crest)) for p in f.ground.pieces
    )
    cinc = [None if at is None else by(*at) for at in f.cinc]
    return Field(table, units, pieces, cinc, f.depths)


MIRROR = {"right": "left", "left": "right", "back_right": "back_left", "back_left": "back_right"}


def mirrored_order(order: Move | Advance | Charge) -> Move | Advance | Charge:
    if isinstance(order, Charge):
        return Charge(order.unit, -order.wheel)
    if isinstance(order, Advance):
        return order
    legs = tuple((MIRROR.get(name, name), -n % 36_000 if name in ("face", "towards") else n) for name, n in order.legs)
    change = order.change
    if change.endswith("_left"):
        change = change.removesuffix("left") + "right"
    elif change.endswith("_right"):
        change = change.removesuffix("right") + "left"
    return Move(order.unit, change, order.anchor, legs)


def turned_order(order: Move | Advance | Charge, by: int) -> Move | Advance | Charge:
    if not isinstance(order, Move):
        return order
    legs = tuple((name, (n + by) % 36_000 if name in ("face", "towards") else n) for name, n in order.legs)
    return Move(order.unit, order.change, order.anchor, legs)


def close(one: tuple[Unit, ...], other: tuple[Unit, ...], by: Turn, facing: Callable[[int], int]) -> bool:
    """The same units, at places that agree to the step, but for the rounding of a legs' end or two."""
    return all(
        a.id == b.id
        and a.disr == b.disr
        and abs(by(a.x, a.y)[0] - b.x) + abs(by(a.x, a.y)[1] - b.y) <= 4
        and facing(a.facing) % 36_000 == b.facing
        for a, b in zip(one, other, strict=True)
    )


@pytest.mark.rule("maurice:R01")
@pytest.mark.parametrize("seed", range(2))
def test_a_mirrored_table_gives_mirrored_answers(seed: int) -> None:
    def by(x: int, y: int) -> tuple[int, int]:
        return 45_000 - x, y

    def facing(n: int) -> int:
        return -n

    for f, order in fight_on(battle(), QuickRng(20 + seed), 24):
        g = turned(f, by, facing, TABLE)
        mine, there = planned(f, order), planned(g, mirrored_order(order))
        assert not isinstance(mine, Refusal)
        assert not isinstance(there, Refusal), (order, there)
        assert close(mine.units, there.units, by, facing)
        assert all(near(f, uid) == near(g, uid) for uid in f.units)
        for uid in [u for u in mine.moved if u in f.units][:2]:
            ours = [{shot.target for shot in base} for base in fire_zone.shots(f, uid, False)]
            assert ours == [{shot.target for shot in base} for base in fire_zone.shots(g, uid, False)][::-1]


@pytest.mark.rule("maurice:R01")
@pytest.mark.parametrize("seed", range(2))
def test_a_table_turned_by_a_right_angle_gives_turned_answers(seed: int) -> None:
    def by(x: int, y: int) -> tuple[int, int]:
        return y, 45_000 - x

    def facing(n: int) -> int:
        return n + 9_000

    on_end = Table(30_000, 45_000, KINDS)
    for f, order in fight_on(battle(), QuickRng(30 + seed), 24):
        g = turned(f, by, facing, on_end)
        mine, there = planned(f, order), planned(g, turned_order(order, 9_000))
        assert not isinstance(mine, Refusal)
        assert not isinstance(there, Refusal), (order, there)
        assert close(mine.units, there.units, by, facing)
        assert all(near(f, uid) == near(g, uid) for uid in f.units)
        for uid in [u for u in mine.moved if u in f.units][:2]:
            ours = [{shot.target for shot in base} for base in fire_zone.shots(f, uid, False)]
            assert ours == [{shot.target for shot in base} for base in fire_zone.shots(g, uid, False)]


@pytest.mark.slow
@pytest.mark.rule("maurice:R01")
@pytest.mark.parametrize("seed", range(2, 32))
def test_thirty_battles_mirrored_and_turned_give_the_same_answers(seed: int) -> None:
    test_a_mirrored_table_gives_mirrored_answers(seed)
    test_a_table_turned_by_a_right_angle_gives_turned_answers(seed)


def test_answers_that_are_kept_are_those_that_a_fresh_field_gives() -> None:
    rng = QuickRng(77)
    f = battle()
    checked = 0
    for number in range(16):
        for uid in f.units:
            near(f, uid)
            force_of(f, uid)
            fire_zone.any_shot(f, uid, False)
            charge_move.able(f, uid)
        force = force_of(f, f.sides[number % 2][rng.below(len(f.sides[number % 2]))])
        order = Charges(f, force).sample(rng) or Moves(f, force).sample(rng)
        if order is None or not f.sides[0] or not f.sides[1]:
            continue
        assert isinstance(order, (Move, Advance, Charge))
        f = f.with_units(carried_out(f, order))
        fresh = Field(f.table, tuple(f.units.values()), f.ground.pieces, f.cinc, f.depths)
        for key in list(f.answers):
            if key[0] == "near":
                assert f.answers[key] == near(fresh, key[1])
                checked += 1
            elif key[0] == "any shot":
                assert f.answers[key] == fire_zone.any_shot(fresh, key[1], key[2])
                checked += 1
            elif key[0] == "links":
                force_of(fresh, key[1])
                assert f.answers[key] == fresh.answers[key]
    assert checked > 50


def test_dragging_gives_orders_that_the_check_accepts() -> None:
    f = battle()
    moves = Moves(f, (0, 1, 2, 3))
    x, y = to_scene(f.table, (13_000, 12_000))
    drawn = moves.at(x, y, "u0")
    assert isinstance(drawn, Move)
    assert moves.check(drawn) is None
    more = moves.adjust(drawn, *to_scene(f.table, (14_000, 12_500)), "u0")
    assert isinstance(more, Move)
    assert len(more.legs) > len(drawn.legs)
    wheel = moves.at(*to_scene(f.table, (10_000, 10_000)), "u0-left")
    assert isinstance(wheel, Move)
    assert wheel.legs[0][0] == "right"
    assert moves.check(wheel) is None
    back = moves.at(*to_scene(f.table, (10_000, 7_000)), "u0-left")
    assert isinstance(back, Move)
    assert back.legs[0][0] == "back_right"
    changing = Moves(field(column(1, 0, 20, 10)), (1,))
    about = changing.at(0.0, 0.0, "u1~line_left")
    assert about == Move(1, "line_left")
    onward = changing.adjust(about, *to_scene(f.table, (10_000, 8_000)), "u1")
    assert isinstance(onward, Move)
    assert onward.change == "line_left"
    assert onward.legs
    assert changing.check(onward) is None
    whole = moves.at(*to_scene(f.table, (12_000, 11_000)), "force")
    assert whole == Advance((0, 1, 2, 3), 2_000)
    assert moves.at(float("nan"), 0.0, "u0") is None
    assert moves.at(0.0, 0.0, "hill") is None
    # Short of the enemy: a drag that goes too far is cut to what is legal.
    g = field(line(1, 0, 20, 10), line(2, 1, 20, 12, SOUTH))
    cut = Moves(g, (1,)).at(*to_scene(g.table, (20_000, 13_000)), "u1")
    assert cut == Move(1, legs=(("ahead", 1_980),))


@pytest.mark.rule("maurice:R12")
def test_a_drag_that_ends_nearly_flush_or_parallel_ends_so() -> None:
    f = field(line(1, 0, 20, 10), line(2, 0, 24.2, 12), line(3, 1, 20, 20, 190))
    moves = Moves(f, (1,))
    assert moves.at(*to_scene(f.table, (20_000, 11_900)), "u1") == Move(1, legs=(("ahead", 2_000),))
    assert moves.at(*to_scene(f.table, (20_000, 11_700)), "u1") == Move(1, legs=(("ahead", 1_700),))
    slanted = field(line(1, 0, 20, 10), line(2, 0, 25, 12, 10))
    wheel = Moves(slanted, (1,)).at(*to_scene(f.table, (18_060, 10_640)), "u1-left")
    assert wheel == Move(1, legs=(("right", 1_000),))


def test_reach_holds_every_sampled_end() -> None:
    shapely = pytest.importorskip("shapely.geometry")
    f = battle()
    rng = QuickRng(5)
    for uid in (0, 4, 5, 6, 7):
        moves = Moves(f, (uid,))
        path = moves.reach()[0].path
        ring = shapely.Polygon([tuple(map(float, p.split())) for p in path[1:-1].split("L")]).buffer(0.5)
        for _ in range(40):
            order = moves.sample(rng)
            if isinstance(order, Move):
                found = planned(f, order)
                assert not isinstance(found, Refusal)
                corners = f.with_units(found.units).body(uid).corners
                assert ring.contains(shapely.Polygon([to_scene(f.table, p) for p in corners])), order
