"""How much room shapes take."""

from __future__ import annotations

import pytest

from kemu.scene import Box, Disc, Path, Use, Words
from kemu.scene.bounds import Bounds, bounds_of, path_points, symbol_bounds
from kemu.scene.letters import broken, clipped, width_of


def test_absolute_and_relative_paths_are_the_same_path() -> None:
    assert path_points("M10 10 L20 10 L20 30 H5 V12 Z") == path_points("m10 10 l10 0 0 20 h-15 v-18 z")
    assert path_points("M0 0C1 2 3 4 5 6S7 8 9 10")[-1] == (9, 10)


def test_an_arc_is_never_larger_than_its_bounds() -> None:
    found = bounds_of(Path(d="M-10 0A10 10 0 0 1 10 0"), {})
    assert found.y1 <= -10
    assert found.x1 <= -10
    assert found.x2 >= 10


def test_stroke_and_blur_count() -> None:
    assert bounds_of(Disc(x=5, y=5, r=5, fill="red"), {}) == Bounds(0, 0, 10, 10)
    assert bounds_of(Disc(x=5, y=5, r=5, stroke="red", width=2), {}) == Bounds(-1, -1, 11, 11)
    assert bounds_of(Box(x=0, y=0, w=4, h=2, fill="red", blur=2), {}) == Bounds(-6, -6, 10, 8)


def test_a_symbol_is_turned_and_scaled_where_it_is_used() -> None:
    symbols = {"bar": (Box(x=-4, y=-1, w=8, h=2),)}
    found = bounds_of(Use(symbol="bar", x=10, y=20, rotate=90, scale=2), symbols)
    assert found == pytest.approx((8, 12, 12, 28))
    with pytest.raises(ValueError, match="no symbol 'baz'"):
        symbol_bounds("baz", symbols)


def test_words_take_the_room_of_their_letters() -> None:
    found = bounds_of(Words(x=0, y=0, text="mm", size=10, anchor="end"), {})
    assert found.x1 == pytest.approx(-16)
    assert found.x2 == pytest.approx(0)


def test_lines_are_broken_where_they_fit_and_cut_where_they_do_not() -> None:
    lines = broken("the quick brown fox jumps over the lazy dog", 10, 60)
    assert " ".join(lines) == "the quick brown fox jumps over the lazy dog"
    assert all(width_of(line, 10) <= 60 for line in lines)
    assert len(lines) < 9
    assert clipped("fits", 10, 100) == "fits"
    cut = clipped("does not fit at all", 10, 50)
    assert cut.endswith("…")
    assert width_of(cut, 10) <= 50
