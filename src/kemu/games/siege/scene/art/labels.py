"""Labels on the table: beside what they name, wholly on the table, and never over one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.scene import Words
from kemu.scene.letters import width_of

if TYPE_CHECKING:
    from collections.abc import Sequence

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
EDGE = 8.0
LINE = 1.08
"""The height of a line, as a multiple of the letters' size."""


def around(points: Sequence[tuple[float, float]], margin: float) -> Box:
    """Return the box round some points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def box_of(words: Words) -> Box:
    """Return the box of a label with its middle at x."""
    half = width_of(words.text, words.size, bold=words.bold) / 2 + 3
    return words.x - half, words.y - words.size * 0.8, words.x + half, words.y + words.size * 0.26


def shared(a: Box, b: Box) -> float:
    """Return how much of the table two boxes share."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


class Labels:
    """The labels that are on the table so far. Things that are not labels are kept free where that can be."""

    def __init__(self, width: float, height: float, things: Sequence[Box]) -> None:
        self.width = width
        self.height = height
        self.things = things
        self.taken: list[Box] = []

    def beside(
        self, lines: Sequence[str], box: Box, size: float, *, above: bool = False, ink: str = "#2b2420"
    ) -> list[Words]:
        """Put lines below a thing (or above it), else above it (or below), right, left, or farther off."""
        high, wide = len(lines) * size * LINE, max(width_of(line, size, bold=True) for line in lines)
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        under, over = (x, box[3] + high / 2), (x, box[1] - high / 2)
        first, second = (over, under) if above else (under, over)
        places = [first, second, (box[2] + wide / 2 + 6, y), (box[0] - wide / 2 - 6, y)]
        for far in range(1, 9):
            away = far * size * LINE
            places += [(under[0], under[1] + away), (over[0], over[1] - away)]
        best: list[Words] = []
        least = float("inf")
        for cx, cy in places:
            tried = self._lines(lines, cx, cy, wide, high, size, ink)
            boxes = [box_of(words) for words in tried]
            cost = sum(1000 * shared(a, b) for a in boxes for b in self.taken)
            if cost < least:
                cost += sum(shared(a, b) for a in boxes for b in self.things)
            if cost < least:
                best, least = tried, cost
            if not least:
                break
        self.taken += [box_of(words) for words in best]
        return best

    def _lines(
        self, lines: Sequence[str], cx: float, cy: float, wide: float, high: float, size: float, ink: str
    ) -> list[Words]:
        """Return lines round a middle, moved so far that all of them is on the table."""
        cx = min(max(cx, wide / 2 + EDGE), self.width - wide / 2 - EDGE)
        cy = min(max(cy, high / 2 + EDGE), self.height - high / 2 - EDGE)
        top = cy - high / 2 + size * 0.84
        return [
            Words(
                x=round(cx, 1),
                y=round(top + i * size * LINE, 1),
                text=line,
                size=size,
                fill=ink,
                bold=True,
                halo="#f4eee1",
            )
            for i, line in enumerate(lines)
        ]
