"""Where things lie in the picture: from files and ranks to the scene's coordinates."""

from __future__ import annotations

from math import hypot

from kemu.parts.bits import bits

from ...model.board import Board, Point

PITCH = 76.0
"""From one file to the next."""
MARGIN = 120.0
"""From the outermost files and ranks to the edge of the picture."""
HOLLOW = 31.0
TILE = 43.0
"""Half the diagonal of a tile."""

XY = tuple[float, float]


class Plan:
    """The board laid out: rank 1 at the bottom, file a at the left."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.width = 2 * MARGIN + (board.width - 1) * PITCH
        self.height = 2 * MARGIN + (board.height - 1) * PITCH
        self.hollows = tuple(self.at(point) for point in board.points)
        self.beaches = tuple(self.at(point) for point in board.beach_points)
        self.hull = _hull(list(self.hollows))

    def at(self, point: Point) -> XY:
        """Return the place of a point of the board."""
        return MARGIN + point[0] * PITCH, MARGIN + (self.board.height - 1 - point[1]) * PITCH

    def field(self) -> tuple[XY, float]:
        """Return the centre and the radius of the white circle: just outside the hollows of the Moeraki field."""
        places = [self.hollows[self.board.hollow[name]] for name in self.board.field]
        x, y = sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
        return (x, y), max(hypot(a - x, b - y) for a, b in places) + 0.415 * PITCH

    def inward(self, beach: int) -> tuple[int, int]:
        """Return the direction from a semi-beach into the board: away from the hollow that it lacks."""
        x, y = self.beaches[beach]
        near = [self.hollows[h] for h in bits(self.board.round[beach])]
        dx, dy = sum(a - x for a, _ in near), sum(b - y for _, b in near)
        return round(dx / PITCH), round(dy / PITCH)

    def octagon(self, out: float) -> str:
        """Return the outline of the hollows, moved outwards by so much, as a path."""
        corners = _offset(self.hull, out)
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"


def diamond(x: float, y: float, half: float) -> str:
    """Return a square on its corner, as a path; `half` is half its diagonal."""
    return f"M{x:g} {y - half:g}L{x + half:g} {y:g}L{x:g} {y + half:g}L{x - half:g} {y:g}Z"


def _hull(points: list[XY]) -> tuple[XY, ...]:
    """Return the corners of the smallest convex outline, in order."""

    def half(ordered: list[XY]) -> list[XY]:
        chain: list[XY] = []
        for p in ordered:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    ordered = sorted(points)
    return tuple(half(ordered) + half(ordered[::-1]))


def _turn(a: XY, b: XY, c: XY) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _offset(corners: tuple[XY, ...], out: float) -> list[XY]:
    """Return a convex outline with every side moved outwards."""
    normals: list[XY] = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = hypot(bx - ax, by - ay)
        normals.append(((by - ay) / length, (ax - bx) / length))
    moved: list[XY] = []
    for (x, y), (ax, ay), (bx, by) in zip(corners, normals[-1:] + normals[:-1], normals, strict=True):
        scale = out / (1 + ax * bx + ay * by)
        moved.append((x + (ax + bx) * scale, y + (ay + by) * scale))
    return moved
