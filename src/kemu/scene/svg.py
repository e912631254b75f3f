"""SVG from a scene: one string that stands by itself, in any page, with any other scene beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

from . import Box, Disc, Gradient, Path, Pattern, Piece, Scene, Shape, Use, Words
from .bounds import bounds_of
from .letters import STACK
from .strip import CHOICE, PAPER, lay_out

NEAR = 2.4
"""A part is shown small: what can be chosen in it is marked by lines that are so much wider."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_ID = re.compile(r"[^A-Za-z0-9_-]")


def render_svg(scene: Scene, *, panels: bool = True, legal: bool = False, near: bool = False, prefix: str = "") -> str:
    """Return the scene as SVG.

    `panels` draws the strip beside the board, `legal` the outlines of what can be chosen now; `near` shows the part of
    the board that is looked at first, and nothing else. Every id begins with `prefix`, so that several scenes can live
    in one page. The same scene always gives the same text. A colour or a symbol that the scene does not have is a
    `ValueError`.
    """
    return _Drawing(scene, prefix).whole(panels, legal, near)


def _number(value: float) -> str:
    """Return a number in its shortest form with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _text(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))


def _attributes(pairs: Mapping[str, str | float]) -> str:
    """Return attributes, quoted and escaped, with a space before each."""
    return "".join(
        f" {name}={quoteattr(_NOT_XML.sub(chr(0xFFFD), value) if isinstance(value, str) else _number(value))}"
        for name, value in pairs.items()
    )


class _Drawing:
    """One scene being drawn: the blurs it needs are gathered on the way."""

    def __init__(self, scene: Scene, prefix: str) -> None:
        self.scene, self.prefix = scene, prefix
        self.paints = {definition.id for definition in scene.defs}
        self.tall = scene.height
        """How high what is shown counts for the width of marks."""
        self.blurs: dict[tuple[str, ...], str] = {}

    def id(self, kind: str, name: str) -> str:
        """Return the id of something in the page: letters that an id may not have become their code points."""
        return self.prefix + kind + "-" + _NOT_ID.sub(lambda found: f"_{ord(found[0]):x}_", name)

    # -- the whole ---------------------------------------------------------------------------------------

    def whole(self, panels: bool, legal: bool, near: bool) -> str:
        scene = self.scene
        part = scene.look if near and scene.look else Box(x=0, y=0, w=scene.width, h=scene.height)
        width, height = part.w, part.h
        self.tall = NEAR * part.h if part is scene.look else part.h
        targets = {choice.target for choice in scene.selectable if choice.target} if legal else set[str]()
        layers = [layer for layer in scene.layers if not layer.button]
        body = [self.group("base", self.shapes(scene.base))]
        body += [self.group(f"layer-{layer.name}", self.shapes(layer.shapes)) for layer in layers if not layer.above]
        body += self.zones(targets)
        body += [self.piece(piece, piece.id in targets) for piece in sorted(scene.pieces, key=lambda piece: piece.z)]
        body += [self.group(f"layer-{layer.name}", self.shapes(layer.shapes)) for layer in layers if layer.above]
        if panels and scene.panels and not near:
            strip = lay_out(scene, targets)
            body.append(
                self.group("panels", f'<g transform="translate({_number(width)} 0)">{self.shapes(strip.shapes)}</g>')
            )
            width, height = width + strip.width, max(height, strip.height)
            body.insert(0, self.shape(Box(x=0, y=0, w=width, h=height, fill=PAPER)))
        title, text = self.id("scene", "title"), self.id("scene", "text")
        root = {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": " ".join(map(_number, (part.x, part.y, width, height))),
            "width": width,
            "height": height,
            "role": "img",
            "aria-labelledby": f"{title} {text}",
            "font-family": STACK,
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        }
        defs = [self.definition(definition) for definition in scene.defs]
        defs += [
            f"<g{_attributes({'id': self.id('symbol', name)})}>{self.shapes(shapes)}</g>"
            for name, shapes in sorted(scene.symbols.items())
        ]
        defs += list(self.blurs.values())
        head = (
            f"<svg{_attributes(root)}>",
            f"<title{_attributes({'id': title})}>{_text(scene.title)}</title>",
            f"<desc{_attributes({'id': text})}>{_text(scene.text)}</desc>",
            f"<defs>{''.join(defs)}</defs>",
        )
        return "\n".join((*head, *body, "</svg>\n"))

    def group(self, name: str, inside: str) -> str:
        return f"<g{_attributes({'id': self.id('part', name)})}>{inside}</g>"

    def zones(self, targets: set[str]) -> list[str]:
        """Draw the outlines of the zones that can be chosen, light under dark so that they show on any ground."""
        drawn: list[str] = []
        for zone in self.scene.zones:
            if zone.id not in targets:
                continue
            line = {
                "fill": "#ffffff",
                "fill-opacity": "0.16",
                "stroke": "#ffffff",
                "stroke-width": self.tall / 180,
            }
            over = {"fill": "none", "stroke": CHOICE, "stroke-width": self.tall / 360}
            shapes = "".join(self.outline(zone.outline, paint) for paint in (line, over))
            drawn.append(
                f"<g{_attributes({'id': self.id('zone', zone.id)})}><title>{_text(zone.label)}</title>{shapes}</g>"
            )
        return drawn

    def piece(self, piece: Piece, chosen: bool) -> str:
        use = Use(
            symbol=piece.symbol, x=piece.x, y=piece.y, rotate=piece.rotate, scale=piece.scale, opacity=piece.opacity
        )
        inside = f"<title>{_text(piece.label)}</title>{self.shape(use)}"
        if piece.badge or chosen:
            around = bounds_of(use, self.scene.symbols)
            if chosen:
                frame = Box(x=around.x1, y=around.y1, w=around.w, h=around.h, r=around.w / 8)
                inside += self.outline(frame, {"fill": "none", "stroke": CHOICE, "stroke-width": self.tall / 250})
            if piece.badge:
                inside += self.badge(piece.badge, around.x2, around.y2, 0.36 * min(around.w, around.h))
        return f"<g{_attributes({'id': self.id('piece', piece.id)})}>{inside}</g>"

    def badge(self, text: str, x: float, y: float, size: float) -> str:
        """Draw a few letters on a pill whose lower right corner is here."""
        h = 1.1 * size
        w = max(h, bounds_of(Words(x=0, y=0, text=text, size=size, bold=True), {}).w + 0.5 * size)
        pill = Box(x=x - w, y=y - h, w=w, h=h, r=h / 2, fill="#fffaf0", stroke="#2b2420", width=0.07 * size)
        words = Words(x=x - w / 2, y=y - 0.22 * h, text=text, size=size, bold=True)
        return self.shapes((pill, words))

    # -- shapes ------------------------------------------------------------------------------------------

    def shapes(self, shapes: Iterable[Shape]) -> str:
        return "".join(self.shape(shape) for shape in shapes)

    def shape(self, shape: Shape) -> str:
        match shape:
            case Words():
                return self.words(shape)
            case Use():
                if shape.symbol not in self.scene.symbols:
                    raise ValueError(f"the scene has no symbol '{shape.symbol}'")
                pairs: dict[str, str | float] = {
                    "href": f"#{self.id('symbol', shape.symbol)}",
                    "transform": _transform(shape.x, shape.y, shape.rotate, shape.scale),
                }
                if shape.opacity != 1:
                    pairs["opacity"] = shape.opacity
                return f"<use{_attributes(pairs)}/>"
            case _:
                return self.outline(shape, self.paint(shape))

    def outline(self, shape: Path | Disc | Box, paint: Mapping[str, str | float]) -> str:
        """Draw the bare geometry of a shape with this paint."""
        match shape:
            case Path():
                rule = {"fill-rule": "evenodd"} if shape.evenodd else {}
                return f"<path{_attributes({'d': shape.d, **rule, **paint})}/>"
            case Disc():
                return f"<circle{_attributes({'cx': shape.x, 'cy': shape.y, 'r': shape.r, **paint})}/>"
            case Box():
                box = {"x": shape.x, "y": shape.y, "width": shape.w, "height": shape.h}
                return f"<rect{_attributes({**box, **({'rx': shape.r} if shape.r else {}), **paint})}/>"

    def paint(self, shape: Path | Disc | Box) -> dict[str, str | float]:
        paint: dict[str, str | float] = {"fill": self.colour(shape.fill)}
        if shape.stroke != "none":
            paint["stroke"] = self.colour(shape.stroke)
            if shape.width != 1:
                paint["stroke-width"] = shape.width
            if shape.dash:
                paint["stroke-dasharray"] = shape.dash
        if shape.opacity != 1:
            # The opacity of a fill or a stroke alone is quicker to draw than that of a group.
            alone = (
                "fill-opacity" if shape.stroke == "none" else "stroke-opacity" if shape.fill == "none" else "opacity"
            )
            paint[alone] = shape.opacity
        if shape.blur:
            paint["filter"] = f"url(#{self.blur(shape)})"
        return paint

    def colour(self, colour: str) -> str:
        if not colour.startswith("@"):
            return colour
        if colour[1:] not in self.paints:
            raise ValueError(f"the scene has no gradient or pattern '{colour}'")
        return f"url(#{self.id('paint', colour[1:])})"

    def blur(self, shape: Path | Disc | Box) -> str:
        """Return the id of a filter that softens this shape: its region is the shape's own, so nothing is cut off."""
        b = bounds_of(shape, {})
        region = tuple(_number(value) for value in (shape.blur, b.x1, b.y1, b.w, b.h))
        name = self.id("blur", str(list(self.blurs).index(region) if region in self.blurs else len(self.blurs)))
        deviation, x, y, w, h = region
        at = {"id": name, "filterUnits": "userSpaceOnUse", "x": x, "y": y, "width": w, "height": h}
        self.blurs[region] = f'<filter{_attributes(at)}><feGaussianBlur stdDeviation="{deviation}"/></filter>'
        return name

    def words(self, words: Words) -> str:
        pairs: dict[str, str | float] = {"x": words.x, "y": words.y, "font-size": words.size}
        pairs["fill"] = self.colour(words.fill)
        if words.anchor != "start":
            pairs["text-anchor"] = words.anchor
        if words.bold:
            pairs["font-weight"] = "700"
        if words.rotate:
            pairs["transform"] = f"rotate({_number(words.rotate)} {_number(words.x)} {_number(words.y)})"
        if words.opacity != 1:
            pairs["opacity"] = words.opacity
        if words.halo:
            pairs |= {"stroke": self.colour(words.halo), "stroke-width": 0.2 * words.size, "paint-order": "stroke"}
        return f"<text{_attributes(pairs)}>{_text(words.text)}</text>"

    def definition(self, definition: Gradient | Pattern) -> str:
        if isinstance(definition, Pattern):
            tile: dict[str, str | float] = {
                "id": self.id("paint", definition.id),
                "width": definition.w,
                "height": definition.h,
                "patternUnits": "userSpaceOnUse",
            }
            if definition.rotate:
                tile["patternTransform"] = f"rotate({_number(definition.rotate)})"
            return f"<pattern{_attributes(tile)}>{self.shapes(definition.shapes)}</pattern>"
        stops = "".join(
            f"<stop{_attributes({'offset': offset, 'stop-color': colour, **({'stop-opacity': o} if o != 1 else {})})}/>"
            for offset, colour, o in definition.stops
        )
        if definition.radial:
            kind, place = "radialGradient", {"cx": definition.cx, "cy": definition.cy, "r": definition.r}
        else:
            kind = "linearGradient"
            place = {"x1": definition.x1, "y1": definition.y1, "x2": definition.x2, "y2": definition.y2}
        return f"<{kind}{_attributes({'id': self.id('paint', definition.id), **place})}>{stops}</{kind}>"


def _transform(x: float, y: float, rotate: float, scale: float) -> str:
    parts = [f"translate({_number(x)} {_number(y)})"]
    if rotate:
        parts.append(f"rotate({_number(rotate)})")
    if scale != 1:
        parts.append(f"scale({scale:.4g})")
    return " ".join(parts)
