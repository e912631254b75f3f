// What on the board can be chosen, and how the arrow keys go from one such thing to the next.

import type { Choice, Piece, Scene, Zone } from "../types.js";
import type { Point } from "./viewport.js";

/** A place or a piece on the board, with the choices it stands for (none: a click on it asks why). */
export interface Target { id: string; label: string; centre: Point; zone?: Zone; piece?: Piece; choices: Choice[] }

export function centreOf(zone: Zone, element?: SVGGraphicsElement): Point {
  const shape = zone.outline;
  if (shape.kind === "disc") return { x: shape.x, y: shape.y };
  if (shape.kind === "box") return { x: shape.x + shape.w / 2, y: shape.y + shape.h / 2 };
  const box = element?.getBBox();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 };
}

/** The things that stand for a choice. */
export const standsOn = (choice: Choice): string[] => [...(choice.target ? [choice.target] : []), ...(choice.also ?? [])];

/** Everything on the board that has an id, with its choices. */
export function targetsOf(scene: Scene, zones: readonly Zone[], find: (id: string) => SVGGraphicsElement | undefined): Map<string, Target> {
  const found = new Map<string, Target>();
  for (const zone of zones) found.set(zone.id, { id: zone.id, label: zone.label, centre: centreOf(zone, find(zone.id)), zone, choices: [] });
  for (const piece of scene.pieces) found.set(piece.id, { id: piece.id, label: piece.label, centre: piece, piece, choices: [] });
  for (const choice of scene.choices) for (const id of standsOn(choice)) found.get(id)?.choices.push(choice);
  return found;
}

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 },
};
export const arrow = (key: string): Point | undefined => ARROWS[key];

/** The nearest of `others` in a direction: straight ahead counts for more than aside. */
export function next(from: Point, way: Point, others: Iterable<Target>): Target | undefined {
  let best: Target | undefined;
  let least = Infinity;
  for (const other of others) {
    const dx = other.centre.x - from.x;
    const dy = other.centre.y - from.y;
    const ahead = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    if (ahead <= 0.001) continue;
    const cost = ahead + 2.5 * aside;
    if (cost < least) [best, least] = [other, cost];
  }
  return best;
}

export function nearest(at: Point, within: number, others: Iterable<Target>): Target | undefined {
  let best: Target | undefined;
  let least = within;
  for (const other of others) {
    const distance = Math.hypot(other.centre.x - at.x, other.centre.y - at.y);
    if (distance <= least) [best, least] = [other, distance];
  }
  return best;
}

/** Upper row first, left to right: the order in which Tab and Home see the board. */
export const inReadingOrder = (targets: Iterable<Target>): Target[] =>
  [...targets].sort((a, b) => a.centre.y - b.centre.y || a.centre.x - b.centre.x);
