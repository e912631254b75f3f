// Where a box of words stands: beside what it speaks of, and on as little as may be of what else somebody wants to see.

import type { Point, Size } from "./viewport.js";

/** Pixels between a box and the edge of the window. */
const EDGE = 8;

/** So many square pixels of what is kept in sight may be covered before a box stands one pixel farther away. */
const NEARNESS = 10;

/** The corner of a box that stands `away` pixels off what it is `about`: below it, above it or beside it, within the window. It
 * keeps off what it is about if it can, and then covers as little as may be of what is `kept` in sight; for that it may stand
 * beyond it. What is `read` elsewhere is spared too. */
export function beside({ width, height }: Size, about: DOMRect, away: number, kept: readonly DOMRect[] = [], read: readonly DOMRect[] = []): Point {
  const within = (at: number, size: number, all: number) => Math.max(EDGE, Math.min(all - size - EDGE, at));
  const round = (whole: DOMRect) => [
    ...aligned(about.left, about.width, width).flatMap((left) => [[left, whole.bottom + away], [left, whole.top - away - height]]),
    ...aligned(about.top, about.height, height).flatMap((top) => [[whole.right + away, top], [whole.left - away - width, top]]),
  ];
  const places = [...round(about), ...round(around([about, ...kept]))].map(([left, top]) => new DOMRect(within(left!, width, innerWidth), within(top!, height, innerHeight), width, height));
  const cost = (place: DOMRect) => (touches(place, about) ? innerWidth * innerHeight : 0) + [about, ...kept, ...read].reduce((sum, one) => sum + overlap(place, one), 0) + NEARNESS * gap(place, about);
  const costs = places.map(cost);
  return places[costs.indexOf(Math.min(...costs))]!;
}

/** Where a length begins that has its middle, its beginning or its end in common with another. */
const aligned = (from: number, length: number, own: number): number[] => [from + (length - own) / 2, from, from + length - own];

/** The box round some boxes. */
export function around(boxes: readonly DOMRect[]): DOMRect {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  return new DOMRect(left, top, Math.max(...boxes.map((box) => box.right)) - left, Math.max(...boxes.map((box) => box.bottom)) - top);
}

/** How many square pixels two boxes share. */
function overlap(a: DOMRect, b: DOMRect): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** Whether one box touches another, were this but a point. */
const touches = (a: DOMRect, b: DOMRect): boolean => a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top;

/** How many pixels lie between two boxes. */
const gap = (a: DOMRect, b: DOMRect): number =>
  Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));
