"""Packing: a group of bases closes up round its lead, always in the same way.

Places are tried on a lattice of touching bases round the lead, the nearest first. A place is taken if the game says
that a base may stand there and may be linked to the one from which it was found, so the group is a chain of touching
bases by construction. If one lattice has no room, it is turned and tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from heapq import heappop, heappush
from math import isqrt
from typing import ClassVar

from .points import Point, minus, nearest, plus, square, towards, within

Fits = Callable[[Point], bool]
Links = Callable[[Point, Point], bool]

MOST_QUESTIONS = 100_000
"""The most questions that are kept: a few thousand serve a hundred games."""
PITCH = 1010
"""From centre to centre on the lattice, for bases 1,000 across: rounding never makes them overlap."""


def _steps(one: Point, two: Point) -> tuple[Point, ...]:
    """Return the steps from a base of a lattice to those that touch it."""
    near = (one, two, minus(one, two), plus(one, two))
    ahead = [step for step in near if 1000**2 <= square((0, 0), step) <= 1050**2]
    return (*ahead, *((-x, -y) for x, y in ahead))


_LATTICES: tuple[tuple[Point, ...], ...] = (
    _steps((1010, 0), (505, 875)),
    _steps((875, 505), (0, 1010)),
    _steps((976, 262), (262, 976)),
    _steps((1010, 0), (0, 1010)),
    _steps((715, 715), (-715, 715)),
)
"""Three triangular lattices and two square ones."""


def cluster(lead: Point, others: int, fits: Fits, links: Links | None = None) -> tuple[Point, ...] | None:
    """Return places for the others round a lead, nearest first, or None if there is no room.

    Without `links` any two places may be linked.

    >>> cluster((0, 0), 3, lambda p: p[0] >= 0)
    ((1010, 0), (505, 875), (505, -875))
    """
    if others <= 0:
        return ()
    for steps in _LATTICES:
        places = _asked(lead, others, fits, links, steps)
        if places is not None:
            return places
    return None


def newcomers(
    lead: Point, number: int, standing: Sequence[Point], fits: Fits, links: Links | None = None
) -> tuple[Point, ...] | None:
    """Return places for newcomers round a lead, nearest first; those who stand there already are links of the chain.

    The more places are free, the more newcomers find one: what fits among many fits among fewer.

    >>> newcomers((0, 0), 1, [(1010, 0)], lambda p: p[1] == 0 and 0 < p[0] < 3000)
    ((2020, 0),)
    """

    def passable(p: Point) -> bool:
        return p in standing or fits(p)

    for steps in _LATTICES:
        wanted = number
        while (places := _asked(lead, wanted, passable, links, steps)) is not None:
            own = [p for p in places if p not in standing]
            if len(own) >= number:
                return tuple(own)
            wanted += number - len(own)
    return None


class _Question:
    """A place round a lead, and what to ask next if a base fits there, and if it does not.

    Which place is asked about next depends only on the answers so far: so the questions are a tree, the same round
    every lead, that is grown where it is walked. At its end stand the places, each with the one that it is linked to.
    """

    __slots__ = ("answer", "before", "end", "no", "offset", "yes")

    grown: ClassVar[int] = 0
    """How many there are."""

    def __init__(self, others: int, steps: tuple[Point, ...], before: _Question | None, answer: bool) -> None:
        _Question.grown += 1
        self.before, self.answer = before, answer
        self.yes: _Question | None = None
        self.no: _Question | None = None
        self.offset: Point | None = None
        self.end: tuple[tuple[Point, Point], ...] | None = None
        known: dict[Point, bool] = {}
        while before is not None:
            assert before.offset is not None
            known[before.offset] = answer
            before, answer = before.before, before.answer
        parents: dict[Point, Point] = {}

        def fits(p: Point) -> bool:
            if p not in known:
                self.offset = p
                raise LookupError
            return known[p]

        def links(p: Point, q: Point) -> bool:
            parents[q] = p
            return True

        try:
            places = _on_lattice((0, 0), others, fits, links, steps)
        except LookupError:
            return
        if places is not None:
            self.end = tuple((place, parents[place]) for place in places)


def _anyhow(p: Point, q: Point) -> bool:
    return True


@cache
def _first_question(others: int, steps: tuple[Point, ...]) -> _Question:
    return _Question(others, steps, None, False)


def _asked(
    lead: Point, others: int, fits: Fits, links: Links | None, steps: tuple[Point, ...]
) -> tuple[Point, ...] | None:
    """Return the places on one lattice: what `_on_lattice` returns, found by walking down the questions."""
    x, y = lead
    here = _first_question(others, steps)
    while (offset := here.offset) is not None:
        answer = fits((x + offset[0], y + offset[1]))
        following = here.yes if answer else here.no
        if following is None:
            if _Question.grown > MOST_QUESTIONS:
                return _on_lattice(lead, others, fits, links or _anyhow, steps)
            following = _Question(others, steps, here, answer)
            if answer:
                here.yes = following
            else:
                here.no = following
        here = following
    if here.end is None:
        # Links that are not allowed would only make it worse.
        return None
    if links is not None:
        for (dx, dy), (px, py) in here.end:
            if not links((x + px, y + py), (x + dx, y + dy)):
                return _on_lattice(lead, others, fits, links, steps)
    return tuple([(x + dx, y + dy) for (dx, dy), _ in here.end])


@cache
def _pattern(others: int) -> tuple[tuple[Point, Point], ...]:
    """Return the places round a lead on open ground, and from which each was found."""
    parents: dict[Point, Point] = {}

    def links(p: Point, q: Point) -> bool:
        parents[q] = p
        return True

    places = _on_lattice((0, 0), others, lambda p: True, links, _LATTICES[0])
    assert places is not None
    return tuple((place, parents[place]) for place in places)


def round_lead(lead: Point, others: int) -> tuple[Point, ...]:
    """Return what `cluster` returns where nothing is in the way.

    >>> round_lead((10, 20), 2)
    ((1020, 20), (-1000, 20))
    """
    x, y = lead
    return tuple([(x + dx, y + dy) for (dx, dy), _ in _pattern(others)])


@cache
def spread_of(others: int) -> int:
    """Return how far from the lead they stand then, rounded up."""
    return max((isqrt(square((0, 0), place)) + 1 for place, _ in _pattern(others)), default=0)


def _on_lattice(
    lead: Point, others: int, fits: Fits, links: Links, steps: tuple[Point, ...]
) -> tuple[Point, ...] | None:
    lx, ly = lead
    seen = {lead}
    taken: list[Point] = []
    heap: list[tuple[int, int, Point, Point]] = []
    order = 0
    here = lead
    while len(taken) < others:
        hx, hy = here
        for dx, dy in steps:
            x, y = there = (hx + dx, hy + dy)
            if there not in seen:
                order += 1
                heappush(heap, ((x - lx) * (x - lx) + (y - ly) * (y - ly), order, there, here))
        while heap:
            _, _, there, parent = heappop(heap)
            if there not in seen and fits(there) and links(parent, there):
                break
        else:
            return None
        seen.add(there)
        taken.append(there)
        here = there
    return tuple(taken)


def in_line(lead: Point, others: int, along: tuple[Point, Point], apart: int, fits: Fits, links: Links) -> list[Point]:
    """Return up to `others` places on a line through the lead, parallel to a segment, in turn to either side."""
    a, b = along
    step = minus(towards((0, 0), minus(b, a), apart), (0, 0))
    while not within((0, 0), step, apart) and step != (0, 0):
        step = (step[0] - (step[0] > 0) + (step[0] < 0), step[1] - (step[1] > 0) + (step[1] < 0))
    places: list[Point] = []
    ends: list[Point | None] = [lead, lead]
    while len(places) < others and any(ends):
        for way, sign in ((0, 1), (1, -1)):
            end = ends[way]
            if end is None or len(places) == others:
                continue
            there = (end[0] + sign * step[0], end[1] + sign * step[1])
            if fits(there) and links(end, there):
                places.append(there)
                ends[way] = there
            else:
                ends[way] = None
    return places


def linked(points: Sequence[Point], apart: int, links: Links) -> bool:
    """Return whether the points are one chain: links of at most `apart` from centre to centre that the game allows."""
    if not points:
        return True
    reached = {0}
    edge = [0]
    while edge:
        at = edge.pop()
        for other in range(len(points)):
            if other not in reached and within(points[at], points[other], apart) and links(points[at], points[other]):
                reached.add(other)
                edge.append(other)
    return len(reached) == len(points)


def rank(first: Point, step: Point, number: int, deep: Point) -> tuple[Point, ...]:
    """Return a body two deep: half of it, rounded up, in a rank from `first`; the rest behind, moved by `deep`."""
    front = nearest(number, 2)
    (x, y), (dx, dy), (bx, by) = first, step, deep
    places = [(x + dx * i, y + dy * i) for i in range(min(front, number))]
    places += [(x + dx * i + bx, y + dy * i + by) for i in range(number - front)]
    return tuple(places)
