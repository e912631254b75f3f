"""A part of a scene: what lies round some things, and nothing of the rest, so that its picture is a small one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from . import Box, Disc, Layer, Path, Pattern, Piece, Scene, Shape, Use
from .bounds import Bounds, around, bounds_of, path_points

RING, UNDER = "#d55e00", "#ffffff"
"""The ring round what is marked, and what shows it on any ground."""
RING_PART = 90
"""How wide a ring is: such a part of what is shown."""


def part_of(scene: Scene, things: Sequence[str] = (), margin: float = 0.08, mark: Sequence[str] = ()) -> Scene:
    """Return the scene looked at round these things; all of it if none are named.

    `margin` is shown round them, in parts of the width; `mark` are things that get a ring. Everything that lies outside
    is left out. A thing that the scene does not have is a `ValueError`.
    """
    whole = Bounds(0.0, 0.0, scene.width, scene.height)
    box = _round([place_of(scene, thing) for thing in things], margin * scene.width, whole) if things else whole
    rings = Layer(name="guide-marks", shapes=tuple(_rings(scene, mark, box.w / RING_PART)))
    layers = (*(layer for layer in scene.layers if not layer.button), rings)
    kept = tuple(replace(layer, shapes=tuple(_within(scene, layer.shapes, box))) for layer in layers)
    pieces = tuple(piece for piece in scene.pieces if _meet(_bounds(scene, piece), box))
    base = tuple(_within(scene, scene.base, box))
    drawn = [*base, *(shape for layer in kept for shape in layer.shapes)]
    used = _used(scene, drawn, pieces)
    return replace(
        scene,
        base=base,
        layers=kept,
        pieces=pieces,
        panels=(),
        zones=tuple(zone for zone in scene.zones if _meet(bounds_of(zone.outline, {}), box)),
        symbols={name: shapes for name, shapes in scene.symbols.items() if name in used},
        look=Box(x=box.x1, y=box.y1, w=box.w, h=box.h),
    )


def symbol_alone(scene: Scene, symbol: str, title: str) -> Scene:
    """Return a scene of one symbol and nothing else; one that the scene does not have is a `ValueError`."""
    if symbol not in scene.symbols:
        raise ValueError(f"the scene has no symbol '{symbol}'")
    box = bounds_of(Use(symbol=symbol, x=0, y=0), scene.symbols)
    box = box.grown(0.04 * max(box.w, box.h))
    use = Use(symbol=symbol, x=-box.x1, y=-box.y1)
    used = _used(scene, [use], ())
    symbols = {name: shapes for name, shapes in scene.symbols.items() if name in used}
    return Scene(title=title, width=box.w, height=box.h, defs=scene.defs, symbols=symbols, base=(use,))


def place_of(scene: Scene, thing: str) -> Bounds:
    """Return where a piece or a zone of a scene lies."""
    for piece in scene.pieces:
        if piece.id == thing:
            return _bounds(scene, piece)
    for zone in scene.zones:
        if zone.id == thing:
            return bounds_of(zone.outline, {})
    raise ValueError(f"the scene has no '{thing}'")


def _bounds(scene: Scene, piece: Piece) -> Bounds:
    use = Use(symbol=piece.symbol, x=piece.x, y=piece.y, rotate=piece.rotate, scale=piece.scale)
    return bounds_of(use, scene.symbols)


def _round(places: Sequence[Bounds], margin: float, whole: Bounds) -> Bounds:
    """Return a rectangle round all of these, with a margin, within the scene."""
    corners = [point for place in places for point in ((place.x1, place.y1), (place.x2, place.y2))]
    box = around(corners).grown(margin)
    return Bounds(max(box.x1, whole.x1), max(box.y1, whole.y1), min(box.x2, whole.x2), min(box.y2, whole.y2))


def _meet(one: Bounds, other: Bounds) -> bool:
    return one.x1 <= other.x2 and other.x1 <= one.x2 and one.y1 <= other.y2 and other.y1 <= one.y2


def _within(scene: Scene, shapes: Iterable[Shape], box: Bounds) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Path):
            cut = _cut(shape, box)
            if cut is not None:
                yield cut
        elif _meet(bounds_of(shape, scene.symbols), box):
            yield shape


def _cut(path: Path, box: Bounds) -> Path | None:
    """Return a path without those of its figures that lie outside, or None if it lies outside itself.

    A figure that does not meet the box paints nothing of it; but what is painted by its whole extent stays whole.
    """
    wide = (0.0 if path.stroke == "none" else path.width / 2) + 3 * path.blur
    figures = _figures(path.d)
    inside = [d for d, bounds in figures if _meet(bounds.grown(wide), box)]
    if len(inside) == len(figures) or (inside and path.fill.startswith("@")):
        return path
    return replace(path, d="".join(inside)) if inside else None


@lru_cache(maxsize=4096)
def _figures(d: str) -> tuple[tuple[str, Bounds], ...]:
    """Return the figures of a path, each with its extent; one that begins where another ends is not parted from it."""
    parts = [d] if "m" in d else [f"M{part}" for part in d.split("M")[1:]]
    return tuple((part, around(path_points(part))) for part in parts)


def _used(scene: Scene, shapes: Iterable[Shape], pieces: Iterable[Piece]) -> set[str]:
    """Return the symbols that these need, and those within them."""
    found: set[str] = set()
    tiles = [shape for one in scene.defs if isinstance(one, Pattern) for shape in one.shapes]
    wanted = [piece.symbol for piece in pieces]
    wanted += [shape.symbol for shape in (*shapes, *tiles) if isinstance(shape, Use)]
    while wanted:
        symbol = wanted.pop()
        if symbol not in found:
            found.add(symbol)
            wanted += [shape.symbol for shape in scene.symbols.get(symbol, ()) if isinstance(shape, Use)]
    return found


def _rings(scene: Scene, mark: Sequence[str], wide: float) -> Iterator[Shape]:
    """Yield a ring round each thing: the outline of a zone itself, a circle round a piece."""
    zones = {zone.id: zone for zone in scene.zones}
    for thing in mark:
        if thing in zones:
            outline = zones[thing].outline
            yield replace(outline, fill="none", stroke=UNDER, width=1.7 * wide, opacity=0.9, dash="", blur=0.0)
            yield replace(outline, fill="none", stroke=RING, width=wide, opacity=1.0, dash="", blur=0.0)
            continue
        place = place_of(scene, thing)
        x, y, r = (place.x1 + place.x2) / 2, (place.y1 + place.y2) / 2, 0.62 * max(place.w, place.h)
        yield Disc(x=x, y=y, r=r, stroke=UNDER, width=1.7 * wide, opacity=0.9)
        yield Disc(x=x, y=y, r=r, stroke=RING, width=wide)


__all__ = ["part_of", "place_of", "symbol_alone"]
