"""Ways: the shortest path of a point round walls, exact to a millionth of an inch.

A taut path bends only at the ends and corners of walls, so it runs along a graph of those corners. A corner belongs
to the ground on one side of it: it is a node for each open sector of more than half a turn, and the node stands an
infinitely small step into its sector. A path between nodes that touches no wall is then really free: it cannot
slip through the joint of two walls, and may run along a wall on either side. The infinitely small steps decide
who sees whom (by the sign of the next term where a product is zero); lengths are measured from corner to corner.
"""

from __future__ import annotations

from functools import cmp_to_key, lru_cache
from heapq import heappop, heappush

from msgspec import Struct

from .boxes import Boxes, box_of
from .points import FINE, Point, cross, dot, fine_length, minus, within
from .segments import Segment

Nudge = tuple[int, int]
"""The direction of an infinitely small step."""
STILL: Nudge = (0, 0)


class Way(Struct, frozen=True):
    """A shortest path: its length in thousandths of a step, and the points at which it bends, both ends included."""

    length: int
    points: tuple[Point, ...]


class Node(Struct, frozen=True):
    """A corner, and the sector of ground to which it belongs."""

    at: Point
    nudge: Nudge


Wall = tuple[int, int, int, int, Point, Point, int]
"""The box round a wall, its ends, and its bit."""
Between = dict[Node, dict[Node, tuple[int, int]]]
"""The walls that the straight way from a node to another touches, one bit each, and how long it is."""


class Ways:
    """The graph of some walls. Walls may meet at their ends only (see `segments.joined`).

    `limit` is the longest path that will be asked for: the graph holds no longer edge.
    """

    def __init__(self, walls: list[Segment], limit: int, gone: int = 0, whole: Ways | None = None) -> None:
        self.limit = limit
        self.walls = walls
        """All the walls, those that are gone too."""
        self._gone = gone
        """The walls that are gone, one bit each."""
        if whole is None:
            boxes = {i: (box_of(wall), (*box_of(wall), *wall, 1 << i)) for i, wall in enumerate(walls)}
            self._boxes: Boxes[Wall] = Boxes(boxes)
            self._between: Between = {}
        else:
            self._boxes, self._between = whole._boxes, whole._between
        self.standing = [wall for i, wall in enumerate(walls) if not gone >> i & 1]
        """The walls that are not gone."""
        self.nodes = _nodes(self.standing)
        self._next: dict[int, list[tuple[int, int]]] = {}
        self._spread = lru_cache(maxsize=64)(self._spread_from)

    def without(self, gone: int) -> Ways:
        """Return the graph of these walls less some, one bit each."""
        return Ways(self.walls, self.limit, gone, self)

    def clear(self, p: Point, q: Point, p_nudge: Nudge = STILL, q_nudge: Nudge = STILL) -> bool:
        """Return whether the straight way from `p` to `q` touches no wall."""
        left, right = (p[0], q[0]) if p[0] < q[0] else (q[0], p[0])
        low, high = (p[1], q[1]) if p[1] < q[1] else (q[1], p[1])
        for x0, x1, y0, y1, a, b, _ in self._boxes.near(left, right, low, high, self._gone):
            if x1 < left or x0 > right or y1 < low or y0 > high:
                continue
            if _touches(p, p_nudge, q, q_nudge, a, b):
                return False
        return True

    def shortest(self, p: Point, q: Point, limit: int, p_nudge: Nudge = STILL, q_nudge: Nudge = STILL) -> Way | None:
        """Return the shortest way of at most `limit` steps, or None if there is none. The limit itself is allowed."""
        if not within(p, q, limit):
            return None
        if self.clear(p, q, p_nudge, q_nudge):
            return Way(fine_length(p, q), (p, q))
        most = limit * FINE
        costs, before = self.spread(p, limit, p_nudge)
        best, last = most + 1, -1
        for node, cost in sorted(costs.items(), key=lambda item: (item[1], item[0])):
            total = cost + fine_length(self.nodes[node].at, q)
            if total < best and self.clear(self.nodes[node].at, q, self.nodes[node].nudge, q_nudge):
                best, last = total, node
        if last < 0:
            return None
        points = [q]
        while last >= 0:
            if points[-1] != self.nodes[last].at:
                points.append(self.nodes[last].at)
            last = before[last]
        if points[-1] != p:
            points.append(p)
        return Way(best, tuple(reversed(points)))

    def spread(self, p: Point, limit: int, p_nudge: Nudge = STILL) -> tuple[dict[int, int], dict[int, int]]:
        """Return every node within `limit` of `p`, with the length of the way and the node before it (-1: `p`)."""
        return self._spread(p, limit, p_nudge)

    def _spread_from(self, p: Point, limit: int, p_nudge: Nudge) -> tuple[dict[int, int], dict[int, int]]:
        most = limit * FINE
        costs: dict[int, int] = {}
        before: dict[int, int] = {}
        heap: list[tuple[int, int, int]] = []
        x, y = p
        for index, node in enumerate(self.nodes):
            dx, dy = node.at[0] - x, node.at[1] - y
            if dx * dx + dy * dy <= limit * limit and self.clear(p, node.at, p_nudge, node.nudge):
                heappush(heap, (fine_length(p, node.at), index, -1))
        while heap:
            cost, index, came = heappop(heap)
            if index in costs:
                continue
            costs[index] = cost
            before[index] = came
            for other, length in self.neighbours(index):
                if other not in costs and cost + length <= most:
                    heappush(heap, (cost + length, other, index))
        return costs, before

    def neighbours(self, index: int) -> list[tuple[int, int]]:
        """Return the nodes in plain view of a node, with their distances; worked out once."""
        seen = self._next.get(index)
        if seen is None:
            seen = self._next[index] = self._seen_from(self.nodes[index])
        return seen

    def _seen_from(self, here: Node) -> list[tuple[int, int]]:
        """Find a node's neighbours: what is between two nodes is looked up once for all graphs of the same walls."""
        found: list[tuple[int, int]] = []
        known = self._between.setdefault(here, {})
        for other, node in enumerate(self.nodes):
            if node is not here and within(here.at, node.at, self.limit):
                between = known.get(node)
                if between is None:
                    between = known[node] = (self._touched(here, node), fine_length(here.at, node.at))
                if not between[0] & ~self._gone:
                    found.append((other, between[1]))
        return found

    def _touched(self, here: Node, there: Node) -> int:
        """Return the walls that the straight way between two nodes touches, those that are gone too, one bit each."""
        west, east, south, north = box_of((here.at, there.at))
        bits = 0
        for x0, x1, y0, y1, a, b, bit in self._boxes.near(west, east, south, north):
            if x1 < west or x0 > east or y1 < south or y0 > north:
                continue
            if _touches(here.at, here.nudge, there.at, there.nudge, a, b):
                bits |= bit
        return bits


def _touches(p: Point, dp: Nudge, q: Point, dq: Nudge, a: Point, b: Point) -> bool:
    """Return whether the segment between two nudged points touches a wall."""
    px, py, qx, qy, ax, ay, bx, by = *p, *q, *a, *b
    ux, uy = qx - px, qy - py
    vx, vy = bx - ax, by - ay
    p_side = vx * (py - ay) - vy * (px - ax) or vx * dp[1] - vy * dp[0]
    q_side = vx * (qy - ay) - vy * (qx - ax) or vx * dq[1] - vy * dq[0]
    if (p_side > 0 and q_side > 0) or (p_side < 0 and q_side < 0):
        return False
    a_side = ux * (ay - py) - uy * (ax - px) or _next_terms(p, dp, q, dq, a)
    b_side = ux * (by - py) - uy * (bx - px) or _next_terms(p, dp, q, dq, b)
    if (a_side > 0 and b_side > 0) or (a_side < 0 and b_side < 0):
        return False
    if not (p_side or q_side or a_side or b_side):
        # All on one line: they touch unless one ends before the other begins.
        return _overlap_on_line(p, dp, q, dq, a, b)
    return True


def _next_terms(p: Point, dp: Nudge, q: Point, dq: Nudge, c: Point) -> int:
    """Return on which side of the nudged line a point of the plain line lies: the first term that is not zero."""
    turn = minus(dq, dp)
    first = cross(turn, minus(c, p)) - cross(minus(q, p), dp)
    return first or cross(dp, dq)


def _overlap_on_line(p: Point, dp: Nudge, q: Point, dq: Nudge, a: Point, b: Point) -> bool:
    """Return whether nudged p..q and a..b, all on one line, have a point in common."""
    v = minus(b, a)
    wall = sorted((0, dot(v, v)))
    way = sorted(((dot(minus(p, a), v), dot(dp, v)), (dot(minus(q, a), v), dot(dq, v))))
    return not (way[1] < (wall[0], 0) or way[0] > (wall[1], 0))


def _nodes(walls: list[Segment]) -> list[Node]:
    """Return the corners at which a taut path may bend, in a fixed order."""
    arms: dict[Point, list[Point]] = {}
    for a, b in walls:
        arms.setdefault(a, []).append(minus(b, a))
        arms.setdefault(b, []).append(minus(a, b))
    return [node for at in sorted(arms) for node in _corner(at, tuple(arms[at]))]


@lru_cache(maxsize=4096)
def _corner(at: Point, arms: tuple[Point, ...]) -> tuple[Node, ...]:
    """Return the nodes at a point from which walls run in these directions."""
    around = sorted(arms, key=cmp_to_key(_by_angle))
    if len(around) == 1:
        # The end of a wall has one sector all round it: a node on either side, so that a path can run along.
        x, y = around[0]
        return Node(at, (-x - y, -y + x)), Node(at, (-x + y, -y - x))
    nodes: list[Node] = []
    for arm, following in zip(around, [*around[1:], around[0]], strict=True):
        if cross(arm, following) < 0:
            one, two = _unit(arm), _unit(following)
            nodes.append(Node(at, (-one[0] - two[0], -one[1] - two[1])))
    return tuple(nodes)


def _unit(v: Point) -> Point:
    length = fine_length((0, 0), v)
    return v[0] * 10**9 // length, v[1] * 10**9 // length


def _by_angle(a: Point, b: Point) -> int:
    """Order directions by their angle, from 0 up to a full turn."""
    half_a, half_b = (a[1], a[0]) < (0, 0), (b[1], b[0]) < (0, 0)
    if half_a != half_b:
        return 1 if half_a else -1
    turn = cross(a, b)
    return -1 if turn > 0 else 1 if turn < 0 else 0
