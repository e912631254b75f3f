"""The board: hollows, beaches, lines and everything that can be known of them before a stone lies.

Hollows and beaches are bits of whole numbers, so a question about the board is an `&`. Names are a1 to k11, file
before rank; f6 is the centre.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from operator import getitem
from typing import Literal

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.core.kit import Kit

from .actions import Ball, Look, Stone

DIAGONALS: dict[Look, tuple[int, int]] = {"ne": (1, 1), "se": (1, -1), "sw": (-1, -1), "nw": (-1, 1)}
Source = Literal["rulebook", "review", "reconstruction"]
Way = Literal["tahuna", "awa", "ara"]


class _Ranks(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    ranks: tuple[str, ...]


class Tribe(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's tribe."""

    source: Source
    seat: Literal["black", "white"]
    name: str
    meaning: str


class Scale(Struct, frozen=True, forbid_unknown_fields=True):
    """One length of a Kemu on the Moeraki scale."""

    source: Source
    victories: int
    name: str
    meaning: str


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    board: _Ranks
    tribe: tuple[Tribe, ...]
    kemu: tuple[Scale, ...]


class Line(Struct, frozen=True):
    """Hollows that win together: four round a beach, a diagonal or a part of it, a sideline."""

    mask: int
    way: Way
    clause: str


Point = tuple[int, int]


def name_of(point: Point) -> str:
    """Return the name of a point: (0, 0) is a1."""
    return f"{'abcdefghijklmnopqrstuvwxyz'[point[0]]}{point[1] + 1}"


class Board:
    """The board that a kit describes."""

    @rule("moeraki:M.1", "moeraki:M.2", "moeraki:M.3", "moeraki:R.1")
    def __init__(self, kit: Kit) -> None:
        """Read the hollows; find the beaches, the semi-beaches and the lines between them."""
        file = kit.read("board.toml", _File)
        ranks = file.board.ranks
        width = Counter(len(rank) for rank in ranks).most_common(1)[0][0] if ranks else 0
        if not 3 <= width <= 26 or not 3 <= len(ranks) <= 99:
            raise kit.error("board.toml", ("board", "ranks"), "a board has 3 to 99 ranks of 3 to 26 files")
        for i, rank in enumerate(ranks):
            if set(rank) - set("o@.") or len(rank) != width:
                message = f"rank {len(ranks) - i} must be {width} of the letters o @ ."
                raise kit.error("board.toml", ("board", "ranks"), message)
        self.width, self.height = len(ranks[0]), len(ranks)
        grid = {(x, y): ranks[-1 - y][x] for y in range(self.height) for x in range(self.width)}
        self.points: tuple[Point, ...] = tuple(p for p in grid if grid[p] != ".")
        self.hollows = tuple(name_of(p) for p in self.points)
        self.hollow = {name: i for i, name in enumerate(self.hollows)}
        self._at = {point: i for i, point in enumerate(self.points)}
        self.all = (1 << len(self.points)) - 1
        self.field = tuple(name_of(p) for p in self.points if grid[p] == "@")
        if len(self.field) < 2:
            message = "the Moeraki field (@) needs two hollows or more, since the ball must move"
            raise kit.error("board.toml", ("board", "ranks"), message)

        round_point = {p: self._mask(self._beside(p)) for p in grid if p not in self._at}
        shores = [p for p in sorted(round_point, key=lambda p: (p[1], p[0])) if round_point[p].bit_count() >= 3]
        self.beach_points: tuple[Point, ...] = tuple(shores)
        self.beaches = tuple(name_of(p) for p in shores)
        self.beach = {name: i for i, name in enumerate(self.beaches)}
        self.round = tuple(round_point[p] for p in shores)
        self.semi = tuple(mask.bit_count() == 3 for mask in self.round)
        self.shores = tuple(
            tuple((b, self.round[b]) for b in range(len(shores)) if self.round[b] >> h & 1)
            for h in range(len(self.points))
        )
        self._beach_at = {point: i for i, point in enumerate(self.beach_points)}

        self.tribes = {tribe.seat: tribe for tribe in file.tribe}
        if set(self.tribes) != {"black", "white"} or len(file.tribe) != 2:
            raise kit.error("board.toml", ("tribe", 0, "seat"), "there is one tribe for black and one for white")
        self.scales = {scale.victories: scale for scale in file.kemu}
        for i, scale in enumerate(file.kemu):
            if scale.victories not in (3, 5, 7, 10) or scale is not self.scales[scale.victories]:
                message = "a Kemu goes to 3, 5, 7 or 10, and each of them stands here once"
                raise kit.error("board.toml", ("kemu", i, "victories"), message)
        if len(self.scales) != 4:
            raise kit.error("board.toml", ("kemu",), "a Kemu to 3, to 5, to 7 and to 10: one of them is missing")
        self.balls = tuple(Ball(name) for name in self.field)
        self._stones_by_byte = self._by_byte([Stone(name) for name in self.hollows])
        self.diagonals = self._diagonals()
        self.sidelines = self._sidelines()
        self.lines = cache(self._lines)
        self.wins = cache(self._wins)
        self.sight = cache(self._sight)
        self.winning = cache(self._winning)

    @staticmethod
    def _by_byte(stones: list[Stone]) -> tuple[tuple[tuple[Stone, ...], ...], ...]:
        """Return, for each byte of a set of hollows and each value of it, the stones it stands for."""
        eights = [stones[i : i + 8] for i in range(0, len(stones), 8)]
        return tuple(
            tuple(tuple(stone for bit, stone in enumerate(eight) if byte >> bit & 1) for byte in range(256))
            for eight in eights
        )

    def open_to(self, hollows: int) -> tuple[Stone, ...]:
        """Return the stones that may be laid in these hollows, in the hollows' order: eight by eight, for speed."""
        stones: list[Stone] = []
        tables = self._stones_by_byte
        for eight in map(getitem, tables, hollows.to_bytes(len(tables), "little")):
            stones += eight
        return tuple(stones)

    @staticmethod
    def _beside(point: Point) -> tuple[Point, ...]:
        x, y = point
        return ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))

    def _mask(self, points: tuple[Point, ...] | list[Point]) -> int:
        return sum(1 << self._at[p] for p in points if p in self._at)

    def _run(self, point: Point, step: Point) -> list[Point]:
        """Return the hollows from a point on, itself not included, as far as they go."""
        found: list[Point] = []
        x, y = point[0] + step[0], point[1] + step[1]
        while (x, y) in self._at:
            found.append((x, y))
            x, y = x + step[0], y + step[1]
        return found

    @rule("moeraki:R.14")
    def _diagonals(self) -> tuple[int, ...]:
        """Return every diagonal of three hollows or more, from border to border."""
        masks = {
            self._mask([p, *self._run(p, (dx, dy)), *self._run(p, (-dx, -dy))])
            for p in self.points
            for dx, dy in ((1, 1), (1, -1))
        }
        return tuple(sorted(mask for mask in masks if mask.bit_count() >= 3))

    def _sidelines(self) -> tuple[int, ...]:
        """Return the four rows along the edges of the board."""
        edges = (
            [p for p in self.points if p[1] == 0],
            [p for p in self.points if p[1] == self.height - 1],
            [p for p in self.points if p[0] == 0],
            [p for p in self.points if p[0] == self.width - 1],
        )
        return tuple(self._mask(edge) for edge in edges)

    @rule(
        "moeraki:D.1",
        "moeraki:D.2",
        "moeraki:D.3",
        "moeraki:D.4",
        "moeraki:D.7",
        "moeraki:R.3",
        "moeraki:R.11",
        "moeraki:R.15",
    )
    def _lines(self, ball: int) -> tuple[Line, ...]:
        """Return every set of hollows that wins with the ball in this hollow, the rarest way first (R.3).

        The ball is no stone: what it lies in wins for nobody. But on each of its diagonals, the hollows from the
        ball to the border on either side win by themselves.
        """
        at = 1 << ball
        lines = [Line(mask, "ara", "moeraki:D.4") for mask in self.sidelines if not mask & at]
        lines += [Line(mask, "awa", "moeraki:D.2") for mask in self.diagonals if not mask & at]
        for step in DIAGONALS.values():
            run = self._run(self.points[ball], step)
            if run:
                lines.append(Line(self._mask(run), "awa", "moeraki:D.3"))
        lines += [
            Line(mask, "tahuna", "moeraki:D.1")
            for mask, semi in zip(self.round, self.semi, strict=True)
            if not semi and not mask & at
        ]
        return tuple(lines)

    def _wins(self, ball: int) -> tuple[tuple[Line, ...], ...]:
        """Return, for each hollow, the winning lines that pass through it."""
        lines = self._lines(ball)
        return tuple(tuple(line for line in lines if line.mask >> h & 1) for h in range(len(self.points)))

    def _winning(self, ball: int) -> tuple[tuple[int, ...], ...]:
        """Return, for each hollow, the sets of hollows that win through it: `wins` without the names, for speed."""
        return tuple(tuple(line.mask for line in lines) for lines in self._wins(ball))

    @rule("moeraki:T.2", "moeraki:R.17")
    def _sight(self, beach: int, look: Look) -> tuple[int, ...]:
        """Return the beaches and semi-beaches that a Tane sees, nearest first, up to the border."""
        dx, dy = DIAGONALS[look]
        x, y = self.beach_points[beach]
        seen: list[int] = []
        while (x := x + dx, y := y + dy) in self._beach_at:
            seen.append(self._beach_at[x, y])
        return tuple(seen)
