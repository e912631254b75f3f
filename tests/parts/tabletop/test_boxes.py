"""Boxes never leave out what a query meets, and a group closed up by questions stands as it always did."""

from __future__ import annotations

import pytest

from kemu.core.rng import QuickRng
from kemu.parts.tabletop import packing
from kemu.parts.tabletop.boxes import Boxes
from kemu.parts.tabletop.packing import cluster, round_lead, spread_of
from kemu.parts.tabletop.points import Point, square


def _box(rng: QuickRng, most: int) -> tuple[int, int, int, int]:
    x, y = rng.below(70_000) - 10_000, rng.below(70_000) - 10_000
    return x, x + rng.below(most), y, y + rng.below(most)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_meets_a_box_is_found_and_what_is_gone_is_not(seed: int) -> None:
    rng = QuickRng(seed)
    shapes = {bit: _box(rng, 12_000) for bit in range(24)}
    boxes = Boxes({bit: (box, bit) for bit, box in shapes.items()})
    far = 0
    for _ in range(400):
        west, east, south, north = _box(rng, 9000)
        gone = rng.below(1 << 24)
        found = boxes.near(west, east, south, north, gone)
        assert list(found) == sorted(found)
        for bit, (x0, x1, y0, y1) in shapes.items():
            meets = x0 <= east and x1 >= west and y0 <= north and y1 >= south
            near = x0 <= east + 1024 and x1 >= west - 1024 and y0 <= north + 1024 and y1 >= south - 1024
            if gone >> bit & 1:
                assert bit not in found
            else:
                assert not meets or bit in found
                assert near or bit not in found
            far += not near
    assert far > 1000


def _plainly(lead: Point, others: int, fits: packing.Fits, links: packing.Links) -> tuple[Point, ...] | None:
    for steps in packing._LATTICES:
        places = packing._on_lattice(lead, others, fits, links, steps)
        if places is not None:
            return places
    return None


@pytest.mark.parametrize("most", [packing.MOST_QUESTIONS, 0])
def test_a_group_closed_up_by_questions_stands_as_on_the_lattice(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MOST_QUESTIONS", most)
    rng = QuickRng(5)
    none = cut = 0
    for _ in range(400):
        lead = (rng.below(40_000), rng.below(40_000))
        others, salt, share = 1 + rng.below(11), rng.below(1 << 30), 3 + rng.below(8)
        wall = lead[0] + rng.below(4000) - 2000

        def fits(p: Point, salt: int = salt, share: int = share) -> bool:
            return hash((p, salt)) % 10 < share

        def links(p: Point, q: Point, wall: int = wall) -> bool:
            return not min(p[0], q[0]) <= wall <= max(p[0], q[0])

        expected = _plainly(lead, others, fits, links)
        assert cluster(lead, others, fits, links) == expected
        free = _plainly(lead, others, fits, lambda p, q: True)
        assert cluster(lead, others, fits) == free
        none += expected is None
        cut += expected != free
    assert none > 20
    assert cut > 20


def test_on_open_ground_the_places_are_known_at_once() -> None:
    for others in range(20):
        places = round_lead((5000, 7000), others)
        assert places == cluster((5000, 7000), others, lambda p: True)
        assert all(square(p, (5000, 7000)) <= spread_of(others) ** 2 for p in places)
