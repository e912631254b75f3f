"""Chapters 4 and 6: the line of command, the CinC's places, displacement."""

from __future__ import annotations

from math import dist

import pytest

from kemu.core.rng import QuickRng
from kemu.games.maurice.model.moves import Displace, MoveCinC
from kemu.games.maurice.rules import command
from kemu.games.maurice.rules.command import FAVOUR, CinCMove, Displacement
from kemu.games.maurice.rules.field import Field

from .fields import EAST, SOUTH, WEST, field, gun, horse, line


def far(f: Field, *uids: int) -> int:
    found = command.distance(f, 0, uids)
    assert found is not None
    return found + FAVOUR


@pytest.mark.rule("maurice:4.distance", "maurice:R32")
def test_distances_run_from_outline_to_outline() -> None:
    assert far(field(line(1, 0, 20, 10), cinc=((20, 5), None)), 1) == 3_500
    assert far(field(line(1, 0, 20, 10), line(2, 0, 5, 10), cinc=((20, 5), None)), 2, 1) == 3_500
    assert command.distance(field(line(1, 0, 20, 10), cinc=((20, 9), None)), 0, (1,)) == 0


@pytest.mark.rule("maurice:4.line", "maurice:R33")
def test_the_line_bends_round_the_enemy_at_one_base_width() -> None:
    straight = field(line(1, 0, 20, 15), cinc=((20, 5), None))
    assert far(straight, 1) == 8_500
    # A gun straight between: round a square of one base grown by 1 BW.
    f = field(line(1, 0, 20, 15), gun(9, 1, 20, 10.5), cinc=((20, 5), None))
    assert 8_500 < far(f, 1) < 10_500
    # A friend there does not matter.
    assert far(field(line(1, 0, 20, 15), gun(2, 0, 20, 10.5), cinc=((20, 5), None)), 1) == 8_500


@pytest.mark.rule("maurice:4.line", "maurice:R33")
def test_the_way_round_a_long_line_is_what_geometry_says() -> None:
    """Both ends straight behind the same point of a wide enemy: two tangents and two quarter circles."""
    f = field(gun(1, 0, 19.5, 20), line(9, 1, 20, 10, EAST), cinc=((19.5, 2), None))
    # The enemy reaches from x 19 to 20 and y 8 to 12; either side is as near.
    found = far(f, 1) / 1000
    # From the marker's corner (20, 2.5) past (21, 8) and (21, 12), 1 BW off, to the gun's corner (20, 19).
    straight = dist((20, 2.5), (21, 8)) + 4 + dist((21, 12), (20, 19))
    assert straight - 0.03 <= found <= straight + 0.03


@pytest.mark.rule("maurice:4.line", "maurice:R33")
def test_no_line_ends_within_one_base_width_of_an_enemy() -> None:
    ends_near = field(gun(1, 0, 20, 15), horse(8, 1, 20, 17.5), cinc=((20, 5), None))
    found = command.distance(ends_near, 0, (1,))
    assert found is not None
    ring = (
        line(5, 1, 20, 17.5), line(6, 1, 20, 12.2, SOUTH), line(7, 1, 17.2, 15, WEST), line(8, 1, 22.8, 15, EAST),
    )  # fmt: skip
    assert command.distance(field(gun(1, 0, 20, 15), *ring, cinc=((20, 5), None)), 0, (1,)) is None
    # The CinC himself within 1 BW all round.
    assert command.distance(field(gun(1, 0, 20, 15), gun(9, 1, 20, 6.5), cinc=((20, 6.2), None)), 0, (1,)) is None


@pytest.mark.rule("maurice:4.line", "maurice:R33")
def test_a_line_passes_between_two_enemies_only_if_it_keeps_one_base_width_off_both() -> None:
    def between(gap: float) -> int | None:
        row = [line(uid, 1, 2.5 + 4 * (uid - 20), 15) for uid in range(20, 25)]
        row += [line(uid, 1, 22.5 + gap + 4 * (uid - 25), 15) for uid in range(25, 30)]
        row += [gun(30, 1, 41 + gap, 15), gun(31, 1, 42 + gap, 15)]
        return command.distance(field(line(1, 0, 20, 25), *row, cinc=((20, 5), None)), 0, (1,))

    assert between(1.98) is None
    assert between(2.02) is not None


@pytest.mark.rule("maurice:6.cinc", "maurice:R34")
def test_the_cinc_goes_anywhere_clear_unless_a_ring_is_closed() -> None:
    f = field(line(1, 0, 20, 10), line(9, 1, 20, 20, SOUTH), cinc=((20, 5), (20, 25)))
    free = CinCMove(f, 0)
    assert free.check(MoveCinC(40_000, 28_000)) is None
    assert free.check(MoveCinC(20_000, 10_000)) is not None
    assert free.check(MoveCinC(100, 100)) is not None
    sides = (
        line(5, 1, 20, 7, SOUTH), line(6, 1, 20, 3, 0), line(7, 1, 18, 5, EAST), line(8, 1, 22, 5, WEST),
    )  # fmt: skip
    ring = field(*sides, cinc=((20, 5), None))
    assert CinCMove(ring, 0).check(MoveCinC(20_500, 5_500)) is None
    refused = CinCMove(ring, 0).check(MoveCinC(30_000, 20_000))
    assert refused is not None
    assert refused.clause == "maurice:R34"
    assert CinCMove(field(*sides[:3], cinc=((20, 5), None)), 0).check(MoveCinC(30_000, 20_000)) is None
    found = free.sample(QuickRng(2))
    assert found is not None
    assert free.check(found) is None


@pytest.mark.rule("maurice:6.displaced", "maurice:6.displacedTo", "maurice:R34")
def test_a_displaced_cinc_is_set_the_fewest_whole_base_widths_away() -> None:
    f = field(gun(1, 0, 20, 10.5), cinc=((20, 10), None))
    assert command.sat_on(f, 0)
    spots = command.displaced_to(f, 0)
    assert all(abs(dist(p, (20_000, 10_000)) - 1_000) <= 1 for p in spots)
    free = Displacement(f, 0)
    assert free.check(Displace(*spots[0])) is None
    assert free.check(Displace(20_000, 10_000)) is not None
    # In the middle of a block of two by four he goes farther.
    four = (horse(1, 0, 20, 12), horse(2, 0, 20, 9.99), horse(3, 0, 22.01, 12), horse(4, 0, 22.01, 9.99))
    deep = field(*four, cinc=((21, 10), None))
    assert all(abs(dist(p, (21_000, 10_000)) - 3_000) <= 1 for p in command.displaced_to(deep, 0))
    assert not command.sat_on(field(gun(1, 0, 20, 11.6), cinc=((20, 10), None)), 0)
