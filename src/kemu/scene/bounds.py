"""How much room shapes take: for the region of a blur, and to fit a symbol into a panel or hang a badge on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import cos, radians, sin
from typing import NamedTuple

from . import Box, Disc, Path, Shape, Use, Words
from .letters import width_of

_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_TAKES = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}


class Bounds(NamedTuple):
    """A rectangle, from its upper left to its lower right corner."""

    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def w(self) -> float:
        """The width."""
        return self.x2 - self.x1

    @property
    def h(self) -> float:
        """The height."""
        return self.y2 - self.y1

    def grown(self, by: float) -> Bounds:
        """Return the rectangle with so much more on every side."""
        return Bounds(self.x1 - by, self.y1 - by, self.x2 + by, self.y2 + by)


def around(points: Iterable[tuple[float, float]]) -> Bounds:
    """Return the smallest rectangle round these points; there must be one at least."""
    xs, ys = zip(*points, strict=True)
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def path_points(d: str) -> list[tuple[float, float]]:
    """Return the points that an SVG path is made of: ends and controls, and the corners of an arc's whole ellipse.

    >>> path_points("M1 2h3v4z")
    [(1.0, 2.0), (4.0, 2.0), (4.0, 6.0)]
    """
    points: list[tuple[float, float]] = []
    x = y = 0.0
    begin = (0.0, 0.0)
    command, numbers = "", list[float]()
    for letter, number in _TOKEN.findall(d):
        if letter:
            command = letter
            if letter in "Zz":
                x, y = begin
            continue
        numbers.append(float(number))
        kind, relative = command.upper(), command.islower()
        if not command or len(numbers) < _TAKES[kind]:
            continue
        if kind == "H":
            x = x * relative + numbers[0]
        elif kind == "V":
            y = y * relative + numbers[0]
        else:
            start = (x * relative, y * relative)
            if kind == "A":
                r = max(abs(numbers[0]), abs(numbers[1]))
                # An arc stays within its diameter of its start and its end: coarse, but never too small.
                far = (start[0] + numbers[5], start[1] + numbers[6])
                points += [(far[0] - 2 * r, far[1] - 2 * r), (far[0] + 2 * r, far[1] + 2 * r)]
                numbers = numbers[5:]
            pairs = [(start[0] + a, start[1] + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
            points += pairs[:-1]
            x, y = pairs[-1]
        points.append((x, y))
        if kind == "M":
            begin = (x, y)
            command = "l" if relative else "L"
        numbers = []
    return points


def bounds_of(shape: Shape, symbols: Mapping[str, tuple[Shape, ...]]) -> Bounds:
    """Return the rectangle round a shape, its stroke and its blur included."""
    match shape:
        case Disc():
            inner = Bounds(shape.x - shape.r, shape.y - shape.r, shape.x + shape.r, shape.y + shape.r)
        case Box():
            inner = Bounds(shape.x, shape.y, shape.x + shape.w, shape.y + shape.h)
        case Path():
            inner = around(path_points(shape.d))
        case Words():
            w = width_of(shape.text, shape.size, bold=shape.bold)
            left = shape.x - {"start": 0.0, "middle": w / 2, "end": w}[shape.anchor]
            corners = _corners(Bounds(left, shape.y - 0.75 * shape.size, left + w, shape.y + 0.25 * shape.size))
            return around(_turned(corners, shape.rotate, shape.x, shape.y))
        case Use():
            inner = symbol_bounds(shape.symbol, symbols)
            corners = [(shape.scale * x, shape.scale * y) for x, y in _corners(inner)]
            return around((shape.x + x, shape.y + y) for x, y in _turned(corners, shape.rotate, 0, 0))
    stroke = 0.0 if shape.stroke == "none" else shape.width / 2
    return inner.grown(stroke + 3 * shape.blur)


def symbol_bounds(symbol: str, symbols: Mapping[str, tuple[Shape, ...]]) -> Bounds:
    """Return the rectangle round all shapes of a symbol."""
    if symbol not in symbols:
        raise ValueError(f"the scene has no symbol '{symbol}'")
    all_bounds = [bounds_of(shape, symbols) for shape in symbols[symbol]]
    return around(point for bounds in all_bounds for point in ((bounds.x1, bounds.y1), (bounds.x2, bounds.y2)))


def _corners(bounds: Bounds) -> list[tuple[float, float]]:
    return [(bounds.x1, bounds.y1), (bounds.x2, bounds.y1), (bounds.x2, bounds.y2), (bounds.x1, bounds.y2)]


def _turned(points: list[tuple[float, float]], degrees: float, x: float, y: float) -> list[tuple[float, float]]:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return [(x + (a - x) * c - (b - y) * s, y + (a - x) * s + (b - y) * c) for a, b in points]
