"""Counting: sums, error bars, lengths."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from statistics import median, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kemu.lab.tally import Tally, lengths_of
from kemu.parts.interval import Z95, wilson

GAMES = st.lists(st.tuples(st.sampled_from([None, 0, 1]), st.sampled_from("xyz"), st.integers(0, 60)), max_size=40)


def counted(games: list[tuple[int | None, str, int]]) -> Tally:
    tally = Tally()
    for game in games:
        tally.count(*game)
    return tally


def facts(tally: Tally) -> tuple[object, ...]:
    return tally.games, tally.decisions, tally.wins, tally.reasons, tally.lengths


@given(GAMES, GAMES)
def test_tallies_add_up_in_any_order(one: list[tuple[int | None, str, int]], other: list[tuple[int | None, str, int]]):
    first, second = counted(one), counted(other)
    first.add(counted(other))
    second.add(counted(one))
    assert facts(first) == facts(second) == facts(counted(one + other))
    assert first.decisions == sum(length for _, _, length in one + other)


@given(st.lists(st.integers(0, 99), min_size=1))
def test_lengths_are_those_of_the_sorted_list(lengths: list[int]) -> None:
    found = lengths_of(Counter(lengths))
    assert found is not None
    assert (found.shortest, found.longest) == (min(lengths), max(lengths))
    assert found.median == median(lengths)
    assert found.mean == pytest.approx(sum(lengths) / len(lengths))
    assert found.deviation == pytest.approx(pstdev(lengths))


def test_no_games_have_no_lengths() -> None:
    assert lengths_of(Counter()) is None


@given(st.integers(1, 5_000).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_the_ends_of_wilsons_interval_are_the_chances_that_the_share_is_just_compatible_with(
    found: tuple[int, int],
) -> None:
    hits, games = found
    low, high = wilson(hits, games)
    assert 0 <= low <= hits / games <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            assert abs(hits / games - end) == pytest.approx(Z95 * sqrt(end * (1 - end) / games), rel=1e-6, abs=1e-12)


def test_without_games_anything_is_possible() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
