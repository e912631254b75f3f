"""Perft: how many ways there are to go on, to a depth, against a data file; both implementations must find them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kemu import Over
from kemu.games.moeraki import State
from kemu.games.moeraki.model.state import SEATS
from kemu.games.moeraki.rules.stones import LayStone
from kemu.games.moeraki.rules.tiles import points

from .oracle import Naive, point
from .positions import BOARD, GAME, drawn, names

DATA: dict[str, list[dict[str, Any]]] = tomllib.loads((Path(__file__).parent / "perft.toml").read_text("utf-8"))


class Engine:
    """The game as the package plays it."""

    def __init__(self, state: State) -> None:
        self.state = state

    @classmethod
    def at_start(cls, variant: str) -> Engine:
        return cls(GAME.start(GAME.parse_settings({"variant": variant})))

    def options(self) -> list[str]:
        pending = GAME.pending(self.state)
        return [] if isinstance(pending, Over) else [GAME.notation(option) for option in pending.options]

    def after_each(self) -> Iterator[Engine]:
        pending = GAME.pending(self.state)
        if not isinstance(pending, Over):
            for option in pending.options:
                yield Engine(GAME.apply(self.state, option)[0])

    def asks_for_tane(self) -> bool:
        return not isinstance(self.state.stack[-1], LayStone) and bool(self.options())

    def halves(self) -> int:
        return sum(points(BOARD, self.state))

    def tanes(self) -> int:
        return len(self.state.tanes)

    def result(self) -> str:
        over = GAME.pending(self.state)
        assert isinstance(over, Over)
        return over.reason if over.winner is None else f"{SEATS[over.winner]} {over.reason}"


class Oracle:
    """The game as the oracle plays it."""

    def __init__(self, naive: Naive) -> None:
        self.naive = naive

    @classmethod
    def at_start(cls, variant: str) -> Oracle:
        return cls(Naive(variant))

    @classmethod
    def like(cls, state: State) -> Oracle:
        """The same position: the stones are put down, and everything else follows from them."""
        naive = Naive(state.settings.variant)
        naive.ball = point(BOARD.hollows[state.ball])
        for seat, colour in enumerate(SEATS):
            naive.stones |= {point(at): colour for at in names(state.stones[seat], BOARD.hollows)}
        naive.tiles = naive.recount() if naive.variant != "beginner" else {}
        top = state.stack[-1]
        assert isinstance(top, LayStone)
        naive.to_lay, naive.placer = SEATS[top.seat], SEATS[state.placer]
        return cls(naive)

    def options(self) -> list[str]:
        return sorted(self.naive.options())

    def after_each(self) -> Iterator[Oracle]:
        for option in self.options():
            yield Oracle(self.naive.after(option))

    def asks_for_tane(self) -> bool:
        return bool(self.naive.due) and not self.naive.over

    def halves(self) -> int:
        return int(2 * (self.naive.points("black") + self.naive.points("white")))

    def tanes(self) -> int:
        return len(self.naive.tane)

    def result(self) -> str:
        winner = self.naive.winner()
        return self.naive.way if winner is None else f"{winner} {self.naive.way}"


Side = Engine | Oracle


def settled(side: Side) -> Iterator[Side]:
    """Every position that the questions about a Tane may lead to; the position itself if there is none."""
    if side.asks_for_tane():
        for answered in side.after_each():
            yield from settled(answered)
    else:
        yield side


def perft(side: Side, depth: int) -> dict[str, list[int]]:
    """The counts of the data file, to this depth."""
    count = {"nodes": [0] * depth, "halves": [0] * depth, "tanes": [0] * depth}

    def descend(side: Side, level: int) -> None:
        for stone in side.after_each():
            for node in settled(stone):
                count["nodes"][level] += 1
                count["halves"][level] += node.halves()
                count["tanes"][level] += node.tanes()
                if level + 1 < depth:
                    descend(node, level + 1)

    descend(side, 0)
    return count


def same_to(depth: int, side: Side, expected: dict[str, Any]) -> None:
    found = perft(side, depth)
    for column, numbers in found.items():
        if column in expected:
            assert numbers == expected[column][:depth], column


def with_ball(side: type[Side], expected: dict[str, Any]) -> Side:
    start = side.at_start(expected["variant"])
    return next(node for at, node in zip(start.options(), start.after_each(), strict=True) if at == expected["ball"])


FROM_THE_BALL = [pytest.param(row, id=f"{row['variant']}-{row['ball']}") for row in DATA["from_the_ball"]]
FROM_THE_START = [pytest.param(row, id=row["variant"]) for row in DATA["from_the_start"]]
IN_MASTER = [row for row in FROM_THE_BALL if row.id.startswith("master")]
"""The master's game has everything in it: what the slow oracle finds there holds for the others."""


def test_every_ball_in_every_variant_is_in_the_data() -> None:
    rows = {(row["variant"], row["ball"]) for row in DATA["from_the_ball"]}
    assert rows == {(variant, ball) for variant in ("beginner", "basic", "master") for ball in BOARD.field}


@pytest.mark.rule("moeraki:B.2", "moeraki:C.1")
@pytest.mark.parametrize("side", [Engine, Oracle])
@pytest.mark.parametrize("row", FROM_THE_START)
def test_from_the_start_to_depth_two(row: dict[str, Any], side: type[Side]) -> None:
    same_to(2, side.at_start(row["variant"]), row)


@pytest.mark.rule("moeraki:C.2")
@pytest.mark.parametrize("row", FROM_THE_BALL)
def test_each_ball_to_depth_two(row: dict[str, Any]) -> None:
    same_to(2, with_ball(Engine, row), row)


@pytest.mark.parametrize("row", IN_MASTER)
def test_the_oracle_finds_the_same_to_depth_two(row: dict[str, Any]) -> None:
    same_to(2, with_ball(Oracle, row), row)


@pytest.mark.rule("moeraki:C.6", "moeraki:C.7", "moeraki:T.1")
def test_the_ball_on_f6_to_depth_two() -> None:
    row = next(row for row in DATA["from_the_ball"] if (row["variant"], row["ball"]) == ("master", "f6"))
    same_to(2, with_ball(Engine, row), row)


@pytest.mark.slow
@pytest.mark.rule("moeraki:C.6", "moeraki:C.7", "moeraki:T.1")
@pytest.mark.parametrize("row", FROM_THE_BALL)
def test_each_ball_to_depth_three(row: dict[str, Any]) -> None:
    same_to(2, with_ball(Engine, row), row)


@pytest.mark.slow
@pytest.mark.parametrize("row", IN_MASTER)
def test_the_oracle_finds_the_same_to_depth_three(row: dict[str, Any]) -> None:
    same_to(3, with_ball(Oracle, row), row)


@pytest.mark.slow
@pytest.mark.parametrize("side", [Engine, Oracle])
@pytest.mark.parametrize("row", FROM_THE_START)
def test_from_the_start_to_depth_three(row: dict[str, Any], side: type[Side]) -> None:
    same_to(3, side.at_start(row["variant"]), row)


TO_THE_END = [
    pytest.param(
        row,
        id=f"{row['variant']}-{row['name']}",
        marks=[pytest.mark.slow] if sum(row["endings"].values()) > 5_000 else [],
    )
    for row in DATA["to_the_end"]
]


def endings(side: Side) -> Counter[str]:
    """How every way to play on to the end comes out."""
    if not side.options():
        return Counter([side.result()])
    return sum((endings(node) for node in side.after_each()), Counter[str]())


@pytest.mark.rule("moeraki:D.5", "moeraki:T.1", "moeraki:T.2", "moeraki:T.4", "moeraki:T.5")
@pytest.mark.parametrize("row", TO_THE_END)
def test_every_way_to_the_end_from_a_late_position(row: dict[str, Any]) -> None:
    state = drawn(row["board"], row["variant"], turn=row["turn"], placer=row["placer"])
    assert endings(Engine(state)) == endings(Oracle.like(state)) == row["endings"]
