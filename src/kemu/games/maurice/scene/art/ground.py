"""The table from above: turf, and pieces of terrain with their textures."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from kemu.parts.tabletop.polygons import contains
from kemu.scene import Box, Disc, Gradient, Path, Pattern, Shape, Words

from ...model.scale import to_scene
from ...model.units import BW, Piece, Table

PER_BW = 40.0
INK = "#3c4428"
DEFS: tuple[Gradient | Pattern, ...] = (
    Gradient(id="light", stops=((0.0, "#fbf6d8", 0.42), (1.0, "#46542a", 0.34)), radial=True, r=0.78),
    Gradient(id="rise", stops=((0.0, "#efe3a9", 0.95), (0.6, "#d3c987", 0.75), (1.0, "#b6b576", 0.55)), radial=True),
    Pattern(
        id="turf",
        w=96,
        h=96,
        shapes=(
            Path(d="M8 18l2 -6l2 6M58 10l2 -7l2 7M30 54l2 -6l2 6M80 66l2 -6l2 6M14 84l2 -6l2 6M66 40l1.5 -5l1.5 5",
                 stroke="#8ba05f", width=1.3, opacity=0.6),
            Disc(x=44, y=28, r=1.4, fill="#a9b877", opacity=0.8),
            Disc(x=88, y=20, r=1.2, fill="#a9b877", opacity=0.8),
            Disc(x=50, y=80, r=1.5, fill="#9db06a", opacity=0.7),
        ),
    ),
    Pattern(
        id="water",
        w=46,
        h=26,
        shapes=(Path(d="M2 8q6 -5 12 0t12 0M22 20q6 -5 12 0t10 0", stroke="#dcebf2", width=1.5, opacity=0.75),),
    ),
    Pattern(
        id="reeds",
        w=40,
        h=34,
        shapes=(
            Path(d="M8 20v-11M11 20v-8M14 20v-10M5 21h13", stroke="#5f7a3c", width=1.6),
            Path(d="M24 31q5 -4 10 0", stroke="#d9ead8", width=1.4, opacity=0.8),
        ),
    ),
)  # fmt: skip


def base(width: int, height: int, *, thirds: bool) -> tuple[Shape, ...]:
    """Return the bare table, with the borders of the thirds for a free set-up, and a ruler in BW along its edge."""
    w, h = width / BW * PER_BW, height / BW * PER_BW
    shapes: list[Shape] = [
        Box(x=0, y=0, w=w, h=h, fill="#b3c285"),
        Box(x=0, y=0, w=w, h=h, fill="@turf"),
        Box(x=0, y=0, w=w, h=h, fill="@light"),
    ]
    if thirds:
        shapes += [
            Path(d=f"M0 {y:g}H{w:g}", stroke="#fffbe6", width=2, dash="14 10", opacity=0.8) for y in (h / 3, 2 * h / 3)
        ]
    shapes += _ruler(w, h)
    shapes.append(Box(x=2, y=2, w=w - 4, h=h - 4, stroke="#5c4a2c", width=5))
    return tuple(shapes)


def _ruler(w: float, h: float) -> list[Shape]:
    """Twelve BW along the lower left edge."""
    x, y = 24.0, h - 20
    shapes: list[Shape] = [Box(x=x - 12, y=y - 22, w=12 * PER_BW + 62, h=34, r=8, fill="#f5efd8", opacity=0.85)]
    for i in range(12):
        fill = "#4a3b22" if i % 2 == 0 else "#fffdf2"
        shapes.append(Box(x=x + i * PER_BW, y=y - 4, w=PER_BW, h=8, fill=fill, stroke="#4a3b22", width=1))
    shapes += [Words(x=x + i * PER_BW, y=y - 8, text=str(i), size=13, fill="#4a3b22") for i in range(0, 13, 2)]
    shapes.append(Words(x=x + 12 * PER_BW + 24, y=y + 3, text="BW", size=14, bold=True, fill="#4a3b22"))
    return shapes


def path_of(table: Table, points: tuple[tuple[int, int], ...], *, closed: bool = True) -> str:
    """Return points of the table as a path of the scene."""
    return "M" + "L".join("{:g} {:g}".format(*to_scene(table, p)) for p in points) + ("z" if closed else "")


def rounded(table: Table, points: tuple[tuple[int, int], ...]) -> str:
    """Return an outline with its corners rounded off, for hills and water; the true outline is drawn beside it."""
    at = [to_scene(table, p) for p in points]
    middle = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(at, at[1:] + at[:1], strict=True)]
    parts = [f"M{middle[-1][0]:.1f} {middle[-1][1]:.1f}"]
    parts += [f"Q{p[0]:.1f} {p[1]:.1f} {m[0]:.1f} {m[1]:.1f}" for p, m in zip(at, middle, strict=True)]
    return "".join(parts) + "z"


def _scatter(table: Table, piece: Piece, step: int) -> list[tuple[float, float, int]]:
    """Return places over an area, the same every time: a lattice, each point pushed a little aside."""
    xs, ys = [p[0] for p in piece.points], [p[1] for p in piece.points]
    found: list[tuple[float, float, int]] = []
    for row, y in enumerate(range(min(ys) + step // 3, max(ys), step)):
        for column, x in enumerate(range(min(xs) + (row % 2) * step // 2, max(xs), step)):
            seed = (row * 73 + column * 151 + len(piece.points) * 37) % 97
            p = (x + (seed * 4 - 190), y + (seed * 31 % 97) * 4 - 190)
            if contains(piece.points, p):
                found.append((*to_scene(table, p), seed))
    return found


def _blob(x: float, y: float, r: float, seed: int) -> str:
    points: list[str] = []
    for i in range(9):
        radius = r * (0.82 + 0.22 * ((seed * (i + 3)) % 7) / 6)
        points.append(f"{x + radius * cos(2 * pi * i / 9):.1f} {y + radius * sin(2 * pi * i / 9):.1f}")
    return "M" + "L".join(points) + "z"


def piece_shapes(table: Table, piece: Piece) -> list[Shape]:
    """Return a piece of terrain drawn: its true outline and the texture of its kind."""
    kind = table.kinds[piece.kind]
    if kind.linear:
        return _line_shapes(table, piece, kind.id)
    d = path_of(table, piece.points)
    if kind.level:
        return _hill(table, piece, d)
    if kind.woods:
        return _woods(table, piece, d)
    if kind.water:
        return _water(piece, d, marsh=not kind.impassable and kind.id not in ("stream", "ford"))
    if kind.bridge:
        return [Path(d=d, fill="#b99a6b", stroke="#5c4526", width=2)]
    shapes: list[Shape] = [Path(d=d, fill="#b9ab8d", opacity=0.55, stroke="#6b6050", width=2, dash="8 6")]
    for x, y, seed in _scatter(table, piece, 520):
        r = 6 + seed % 5
        shapes += [
            Path(d=_blob(x + 2, y + 3, r, seed), fill="#2f2a22", opacity=0.3),
            Path(d=_blob(x, y, r, seed), fill="#9b917f" if kind.impassable else "#b4aa95", stroke="#5f574a", width=1.3),
            Path(d=_blob(x - 2, y - 2, r * 0.5, seed + 3), fill="#d6cebb", opacity=0.8),
        ]
    return shapes


def _hill(table: Table, piece: Piece, d: str) -> list[Shape]:
    n = len(piece.points)
    cx, cy = sum(p[0] for p in piece.points) // n, sum(p[1] for p in piece.points) // n
    inner = [tuple((cx + (x - cx) * f // 100, cy + (y - cy) * f // 100) for x, y in piece.points) for f in (78, 52, 28)]
    shapes: list[Shape] = [
        Path(d=d, fill="#59683a", opacity=0.4, blur=8),
        Path(d=d, fill="@rise", stroke="#7c7a45", width=2.4),
    ]
    shapes += [
        Path(d=rounded(table, ring), fill="#f2e9ba", opacity=0.28, stroke="#9a945a", width=1.2) for ring in inner
    ]
    # Hachures point downhill.
    for a, b in zip(piece.points, piece.points[1:] + piece.points[:1], strict=True):
        length = hypot(b[0] - a[0], b[1] - a[1])
        for i in range(1, max(2, int(length / 420))):
            t = i * 420 / length
            x, y = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
            p = to_scene(table, (round(x), round(y)))
            q = to_scene(table, (round(x + (cx - x) * 0.1), round(y + (cy - y) * 0.1)))
            shapes.append(Path(d=f"M{p[0]:.1f} {p[1]:.1f}L{q[0]:.1f} {q[1]:.1f}", stroke="#7c7a45", width=1.4))
    if piece.crest:
        shapes.append(Path(d=path_of(table, piece.crest, closed=False), stroke="#5c5a2c", width=3, dash="10 6"))
    return shapes


def _woods(table: Table, piece: Piece, d: str) -> list[Shape]:
    shapes: list[Shape] = [Path(d=d, fill="#5f7f45", opacity=0.6, stroke="#37552a", width=2.4, dash="9 6")]
    for x, y, seed in _scatter(table, piece, 640):
        r = 13 + seed % 5
        shapes += [
            Disc(x=x + 4, y=y + 6, r=r, fill="#22301a", opacity=0.35, blur=3),
            Path(d=_blob(x, y, r + 1, seed), fill="#44702f" if seed % 3 else "#557c34", stroke="#2c4c20", width=1.6),
            Path(d=_blob(x - 3, y - 4, r * 0.5, seed + 5), fill="#7fa85c", opacity=0.85),
        ]
    return shapes


def _water(piece: Piece, d: str, *, marsh: bool) -> list[Shape]:
    fill = "#93b58f" if marsh else "#7fb0cf"
    return [
        Path(d=d, fill=fill, stroke="#4b7d76" if marsh else "#3d7596", width=2.4),
        Path(d=d, fill="@reeds" if marsh else "@water"),
    ]


def _line_shapes(table: Table, piece: Piece, kind: str) -> list[Shape]:
    """Walls, trenches and sunken roads: lines without thickness, drawn as thick as a table would show them."""
    d = path_of(table, piece.points, closed=False)
    if kind == "wall":
        return [
            Path(d=d, stroke="#2d281f", width=11, opacity=0.4, blur=3),
            Path(d=d, stroke="#5d564a", width=9),
            Path(d=d, stroke="#b5ac99", width=6, dash="9 3"),
        ]
    if kind == "trench":
        return [
            Path(d=d, stroke="#6a5332", width=15),
            Path(d=d, stroke="#3a2a16", width=8),
            Path(d=d, stroke="#a5865a", width=15, dash="3 13", opacity=0.7),
        ]
    return [
        Path(d=d, stroke="#7d6a48", width=15, opacity=0.9),
        Path(d=d, stroke="#c9b48a", width=9),
        Path(d=d, stroke="#8f7a54", width=1.6, dash="10 7"),
    ]
