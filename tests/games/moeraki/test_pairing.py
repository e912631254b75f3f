"""The exact claim: with the ball on f6, d6, h6, f4 or f8 neither player can force an early win; there is a pairing.

A pairing is a set of disjoint pairs of hollows such that every winning line contains a whole pair. A player who answers
each stone on one hollow of a pair with a stone on the other (and lays anywhere when there is no such answer to give)
gets a hollow of every pair, so the other never completes a line. In the beginner's game that is at least a draw, for
either player. With the ball on e5, e7, g5 or g7 there is no pairing; nobody knows who wins there.
"""

from __future__ import annotations

import tomllib
from itertools import chain, combinations
from pathlib import Path

import pytest

from kemu import Over, QuickRng
from kemu.parts.bits import bits

from .oracle import name, point
from .positions import BOARD, GAME, after, choices, hollows

PAIRINGS: dict[str, list[list[str]]] = {
    ball: entry["pairs"]
    for ball, entry in tomllib.loads((Path(__file__).parent / "pairing.toml").read_text("utf-8")).items()
}
WITHOUT = ("e5", "e7", "g5", "g7")


def find_pairing(lines: list[int]) -> list[int] | None:
    """A pairing for these lines, or None if there is none: a complete search.

    Take the line with the fewest pairs that can still serve it, and try each of them. A pair that was tried in vain is
    left out of what follows: every pairing with it in it has been looked at.
    """
    shortest = [line for line in lines if not any(other != line and other & line == other for other in lines)]
    serves: dict[int, int] = {}
    for i, line in enumerate(shortest):
        for one, other in combinations(bits(line), 2):
            pair = 1 << one | 1 << other
            serves[pair] = serves.get(pair, 0) | 1 << i

    serving = [[pair for pair in serves if serves[pair] >> i & 1] for i in range(len(shortest))]

    def search(open_lines: int, used: int, tried: frozenset[int]) -> list[int] | None:
        if not open_lines:
            return []
        fewest: list[int] | None = None
        for i in bits(open_lines):
            live = [pair for pair in serving[i] if not pair & used and pair not in tried]
            if fewest is None or len(live) < len(fewest):
                fewest = live
                if len(fewest) <= 1:
                    break
        assert fewest is not None
        for pair in sorted(fewest, key=lambda pair: -(serves[pair] & open_lines).bit_count()):
            rest = search(open_lines & ~serves[pair], used | pair, tried)
            if rest is not None:
                return [pair, *rest]
            tried |= {pair}
        return None

    return search((1 << len(shortest)) - 1, 0, frozenset())


def is_pairing(pairs: list[int], lines: list[int]) -> bool:
    """Whether the pairs are disjoint pairs, and every line contains one."""
    disjoint = sum(pairs).bit_count() == 2 * len(pairs) == sum(pair.bit_count() for pair in pairs)
    return disjoint and all(any(pair & line == pair for pair in pairs) for line in lines)


def lines_with(ball: str) -> list[int]:
    return [line.mask for line in BOARD.lines(BOARD.hollow[ball])]


def test_the_nine_balls_are_five_with_a_pairing_and_four_without() -> None:
    assert set(PAIRINGS) | set(WITHOUT) == set(BOARD.field)
    assert len(PAIRINGS) == 5


@pytest.mark.rule("moeraki:D.1", "moeraki:D.2", "moeraki:D.3", "moeraki:D.4")
@pytest.mark.parametrize("ball", PAIRINGS)
def test_a_pairing_meets_every_winning_line(ball: str) -> None:
    named = list(chain.from_iterable(PAIRINGS[ball]))
    assert len(named) == len(set(named)), "the pairs are disjoint"
    assert ball not in named
    pairs = [hollows(" ".join(pair)) for pair in PAIRINGS[ball]]
    for line in BOARD.lines(BOARD.hollow[ball]):
        assert any(pair & line.mask == pair for pair in pairs), line
    assert is_pairing(pairs, lines_with(ball))


def test_the_pairing_of_f6_stays_the_same_after_a_quarter_turn() -> None:
    pairs = {frozenset(pair) for pair in PAIRINGS["f6"]}
    assert pairs == {frozenset(name((-y, x)) for x, y in map(point, pair)) for pair in pairs}


def test_the_search_finds_a_pairing_where_there_is_one() -> None:
    for ball in PAIRINGS:
        found = find_pairing(lines_with(ball))
        assert found is not None
        assert is_pairing(found, lines_with(ball))


@pytest.mark.rule("moeraki:D.3")
@pytest.mark.parametrize("ball", WITHOUT)
def test_no_pairing_exists_with_the_ball_on_a_slant(ball: str) -> None:
    assert find_pairing(lines_with(ball)) is None


@pytest.mark.parametrize("ball", PAIRINGS)
@pytest.mark.parametrize("pairer", [0, 1])
def test_whoever_answers_by_the_pairing_never_loses_a_beginners_game(ball: str, pairer: int) -> None:
    partner = {a: b for pair in PAIRINGS[ball] for a, b in (pair, pair[::-1])}
    rng = QuickRng(11)
    for _ in range(10):
        state = after(GAME.start(GAME.parse_settings({"variant": "beginner"})), ball)
        last = ""
        while not isinstance(pending := GAME.pending(state), Over):
            offered = choices(state)
            answer = partner.get(last, "")
            if pending.seat != pairer or answer not in offered:
                answer = offered[rng.below(len(offered))]
            state, last = after(state, answer), answer
        assert pending.winner in (None, pairer)


def test_the_picture_in_the_games_page_shows_the_pairing() -> None:
    page = (GAME.folder / "README.md").read_text("utf-8")
    picture = page[page.index("11      ") : page.index("    a b c d e f g h i j k")]
    shown: dict[str, set[str]] = {}
    for row in picture.splitlines():
        for file, mark in zip("abcdefghijk", row[4::2], strict=False):
            if mark.isupper():
                shown.setdefault(mark, set()).add(f"{file}{int(row[:2])}")
    assert {frozenset(pair) for pair in shown.values()} == {frozenset(pair) for pair in PAIRINGS["f6"]}
