"""Short builders of positions: lengths in base widths, facings in degrees clockwise from north."""

from __future__ import annotations

from kemu.games.maurice.model.units import ART, CAV, COLUMN, GUNS, INF, LINE, MASSED, Piece, Table, TerrainKind, Unit
from kemu.games.maurice.rules.field import Field

KINDS = (
    TerrainKind(id="woods", title="Woods", difficult=True, cover=True, obstruction=True, woods=True),
    TerrainKind(id="wall", title="Wall", linear=True, difficult=True, cover=True, obstruction=True),
    TerrainKind(id="pond", title="Pond", impassable=True, water=True),
    TerrainKind(id="hill", title="Hill", level=1),
    TerrainKind(id="rocks", title="Rocks", difficult=True),
    TerrainKind(id="stream", title="Stream", difficult=True, water=True),
    TerrainKind(id="bridge", title="Bridge", bridge=True),
)
NAMES = [kind.id for kind in KINDS]
TABLE = Table(45_000, 30_000, KINDS)
NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270


def steps(n: float) -> int:
    return round(n * 1000)


def unit(
    uid: int, side: int, arm: int, formation: int, x: float, y: float, facing: float = NORTH, disr: int = 0
) -> Unit:
    return Unit(uid, side, arm, steps(x), steps(y), round(facing * 100) % 36_000, formation, disr)


def line(uid: int, side: int, x: float, y: float, facing: float = NORTH, disr: int = 0) -> Unit:
    """Infantry in line, by the middle of its front."""
    return unit(uid, side, INF, LINE, x, y, facing, disr)


def column(uid: int, side: int, x: float, y: float, facing: float = NORTH, disr: int = 0) -> Unit:
    return unit(uid, side, INF, COLUMN, x, y, facing, disr)


def horse(uid: int, side: int, x: float, y: float, facing: float = NORTH, disr: int = 0) -> Unit:
    """Cavalry, massed."""
    return unit(uid, side, CAV, MASSED, x, y, facing, disr)


def horse_line(uid: int, side: int, x: float, y: float, facing: float = NORTH, disr: int = 0) -> Unit:
    return unit(uid, side, CAV, LINE, x, y, facing, disr)


def gun(uid: int, side: int, x: float, y: float, facing: float = NORTH, disr: int = 0) -> Unit:
    return unit(uid, side, ART, GUNS, x, y, facing, disr)


def piece(kind: str, *points: tuple[float, float], crest: tuple[tuple[float, float], ...] = ()) -> Piece:
    return Piece(
        NAMES.index(kind),
        tuple((steps(x), steps(y)) for x, y in points),
        tuple((steps(x), steps(y)) for x, y in crest),
    )


def block(kind: str, west: float, south: float, east: float, north: float) -> Piece:
    """A rectangle of terrain."""
    return piece(kind, (west, south), (east, south), (east, north), (west, north))


def field(
    *units: Unit,
    pieces: tuple[Piece, ...] = (),
    cinc: tuple[tuple[float, float] | None, tuple[float, float] | None] = (None, None),
    depths: tuple[int, int] = (1000, 1000),
) -> Field:
    places = tuple(None if at is None else (steps(at[0]), steps(at[1])) for at in cinc)
    return Field(TABLE, units, pieces, places, depths)
