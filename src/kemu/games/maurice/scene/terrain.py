"""Pieces of terrain as places of the picture: what they are called, what they do, and where they lie."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot

from kemu.scene import Path, Zone

from ..model.scale import outline_path, to_scene
from ..model.units import Piece, Table, TerrainKind

HALF = 10.0
"""Half the width of a line's zone, so that a hand finds it."""


@lru_cache(maxsize=32)
def terrain_zones(table: Table, pieces: tuple[Piece, ...]) -> tuple[Zone, ...]:
    """Return a zone for every piece of terrain, hills under everything else."""
    numbered = sorted(
        enumerate(pieces), key=lambda found: (table.kinds[found[1].kind].linear, -_level(table, found[1]))
    )
    return tuple(
        Zone(id=f"t{number}", label=words(table.kinds[piece.kind]), outline=Path(d=_path(table, piece)), fixed=False)
        for number, piece in numbered
    )


def _level(table: Table, piece: Piece) -> int:
    return table.kinds[piece.kind].level


def words(kind: TerrainKind) -> str:
    """Return what a kind of terrain is called, and what it does.

    >>> words(TerrainKind(id="wall", title="Stone wall", linear=True, difficult=True, cover=True))
    'Stone wall: difficult, cover'
    """
    effects = (
        ("impassable", kind.impassable),
        ("higher ground", kind.level > 0),
        ("difficult", kind.difficult),
        ("cover", kind.cover),
        ("blocks sight", kind.obstruction),
        ("water", kind.water),
    )
    told = ", ".join(effect for effect, there in effects if there)
    return f"{kind.title}: {told}" if told else kind.title


def _path(table: Table, piece: Piece) -> str:
    """Return the outline of an area, or a strip along a line."""
    if not table.kinds[piece.kind].linear:
        return outline_path(table, piece.points)
    parts: list[str] = []
    for (ax, ay), (bx, by) in pairwise([to_scene(table, p) for p in piece.points]):
        far = hypot(bx - ax, by - ay) or 1.0
        u, v = HALF * (by - ay) / far, HALF * (ax - bx) / far
        corners = ((ax + u, ay + v), (bx + u, by + v), (bx - u, by - v), (ax - u, ay - v))
        parts.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z")
    return "".join(parts)
