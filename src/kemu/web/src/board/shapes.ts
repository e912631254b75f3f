// From a scene's shapes to SVG elements. Presentation goes into attributes, never into `style`, so that a strict content
// policy has nothing to forbid.

import type { Base, Gradient, Path, Pattern, Piece, Zone } from "../types.js";

export type Shape = Base["base"][number];
type Paint = Pick<Path, "fill" | "stroke" | "width" | "opacity" | "dash" | "blur">;

const SVG = "http://www.w3.org/2000/svg";

export function el<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number | undefined> = {},
  ...children: Element[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

export const symbolId = (symbol: string) => `kemu-symbol-${symbol}`;
const paintId = (name: string) => `kemu-paint-${name}`;
const blurId = (amount: number) => `kemu-blur-${String(amount).replace(".", "_")}`;

const colour = (value: string | undefined) =>
  value === undefined ? "none" : value.startsWith("@") ? `url(#${paintId(value.slice(1))})` : value;

function paint(shape: Paint): Record<string, string | number | undefined> {
  return {
    fill: colour(shape.fill),
    stroke: shape.stroke === undefined || shape.stroke === "none" ? undefined : colour(shape.stroke),
    "stroke-width": shape.stroke === undefined || shape.stroke === "none" ? undefined : (shape.width ?? 1),
    opacity: shape.opacity,
    "stroke-dasharray": shape.dash || undefined,
    filter: shape.blur ? `url(#${blurId(shape.blur)})` : undefined,
  };
}

export const place = (x: number, y: number, rotate = 0, scale = 1) =>
  `translate(${x} ${y})${rotate ? ` rotate(${rotate})` : ""}${scale === 1 ? "" : ` scale(${scale})`}`;

export function draw(shape: Shape): SVGElement {
  switch (shape.kind) {
    case "path":
      return el("path", { d: shape.d, "fill-rule": shape.evenodd ? "evenodd" : undefined, "stroke-linejoin": "round", "stroke-linecap": "round", ...paint(shape) });
    case "disc":
      return el("circle", { cx: shape.x, cy: shape.y, r: shape.r, ...paint(shape) });
    case "box":
      return el("rect", { x: shape.x, y: shape.y, width: shape.w, height: shape.h, rx: shape.r, ...paint(shape) });
    case "words": {
      const made = el("text", {
        x: shape.x, y: shape.y, "font-size": shape.size, fill: colour(shape.fill ?? "#1c1c1c"),
        "text-anchor": shape.anchor ?? "middle", "font-weight": shape.bold ? 700 : undefined, opacity: shape.opacity,
        transform: shape.rotate ? `rotate(${shape.rotate} ${shape.x} ${shape.y})` : undefined,
        stroke: shape.halo || undefined, "stroke-width": shape.halo ? shape.size / 6 : undefined,
        "paint-order": shape.halo ? "stroke" : undefined, "stroke-linejoin": shape.halo ? "round" : undefined,
      });
      made.textContent = shape.text;
      return made;
    }
    case "use":
      return el("use", { href: `#${symbolId(shape.symbol)}`, transform: place(shape.x, shape.y, shape.rotate, shape.scale), opacity: shape.opacity });
  }
}

function definition(def: Gradient | Pattern): SVGElement {
  if (def.kind === "pattern") {
    return el(
      "pattern",
      { id: paintId(def.id), width: def.w, height: def.h, patternUnits: "userSpaceOnUse", patternTransform: def.rotate ? `rotate(${def.rotate})` : undefined },
      ...def.shapes.map(draw),
    );
  }
  const stops = def.stops.map(([offset, stop, opacity]) => el("stop", { offset, "stop-color": stop, "stop-opacity": opacity }));
  return def.radial
    ? el("radialGradient", { id: paintId(def.id), cx: def.cx ?? 0.5, cy: def.cy ?? 0.5, r: def.r ?? 0.5 }, ...stops)
    : el("linearGradient", { id: paintId(def.id), x1: def.x1 ?? 0, y1: def.y1 ?? 0, x2: def.x2 ?? 0, y2: def.y2 ?? 1 }, ...stops);
}

/** The gradients, patterns and symbols of a base. */
export function definitions(base: Base): SVGElement[] {
  return [
    ...base.defs.map(definition),
    ...Object.entries(base.symbols).map(([name, shapes]) => el("g", { id: symbolId(name) }, ...shapes.map(draw))),
  ];
}

/** Filters for every softness that these shapes ask for, less those that are there already. */
export function filters(shapes: Iterable<Shape>, there: Set<number>): SVGElement[] {
  const made: SVGElement[] = [];
  for (const shape of shapes) {
    const blur = "blur" in shape ? shape.blur : undefined;
    if (!blur || there.has(blur)) continue;
    there.add(blur);
    made.push(el("filter", { id: blurId(blur), x: "-60%", y: "-60%", width: "220%", height: "220%" }, el("feGaussianBlur", { stdDeviation: blur })));
  }
  return made;
}

export function* shapesOf(base: Base): Generator<Shape> {
  yield* base.base;
  for (const shapes of Object.values(base.symbols)) yield* shapes;
  for (const def of base.defs) if (def.kind === "pattern") yield* def.shapes;
}

/** A zone's outline, unpainted: the style sheet shows it when it matters. */
export function outline(zone: Zone): SVGElement {
  const shape = zone.outline;
  const made = draw({ ...shape, fill: undefined, stroke: undefined, opacity: undefined, blur: undefined } as Shape);
  made.removeAttribute("fill");
  return made;
}

/** A wider, darker copy of an outline, so that it shows on any ground. */
export function halo(shape: Element): Element {
  const made = shape.cloneNode() as Element;
  made.classList.add("halo");
  return made;
}

/** Pixels between a thing and the middle of the line that marks it, at least: the line lies beside it, however small it is. */
const BESIDE = 3.5;

const boxes = new WeakMap<SVGGraphicsElement, DOMRect>();

/** How large a thing is in its own measure. It is measured once: each measuring lays out the board anew. */
export function boxOf(drawn: SVGGraphicsElement): DOMRect {
  const known = boxes.get(drawn);
  if (known) return known;
  const box = drawn.getBBox();
  if (box.width) boxes.set(drawn, box);
  return box;
}

/** What was drawn differently is measured again. */
export const forgetBox = (drawn: SVGGraphicsElement) => void boxes.delete(drawn);

/** A box round the symbol of a piece as it is drawn; `scale` is how many pixels the scene's measure has. */
export function frame(piece: Piece, drawn: SVGGraphicsElement | null, scale: number): SVGElement {
  const box = drawn ? boxOf(drawn) : { x: -10, y: -10, width: 20, height: 20 };
  const room = Math.max(Math.max(box.width, box.height) * 0.06, BESIDE / (scale * (piece.scale ?? 1)));
  return el("rect", {
    x: box.x - room, y: box.y - room, width: box.width + 2 * room, height: box.height + 2 * room, rx: room * 2,
    transform: place(piece.x, piece.y, piece.rotate, piece.scale),
  });
}
