// What on the board can be chosen, and how the arrow keys go from one such thing to the next.

import type { Selectable, Piece, SceneState, Zone } from "../types.js";
import { boxOf } from "./shapes.js";
import type { Point } from "./viewport.js";

/** A place or a piece on the board, with the choices it stands for (none: a click on it asks why). */
export interface Target { id: string; label: string; centre: Point; zone?: Zone; piece?: Piece; choices: Selectable[] }

export function centreOf(zone: Zone, element?: SVGGraphicsElement): Point {
  const shape = zone.outline;
  if (shape.kind === "disc") return { x: shape.x, y: shape.y };
  if (shape.kind === "box") return { x: shape.x + shape.w / 2, y: shape.y + shape.h / 2 };
  const box = element && boxOf(element);
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 };
}

/** The things that stand for a choice. */
export const standsOn = (choice: Selectable): string[] => [...(choice.target ? [choice.target] : []), ...(choice.also ?? [])];

/** Whether something is the first to stand for one of its choices. The keyboard goes over these: one stop a choice. */
export const first = (target: Target): boolean => target.choices.some((choice) => choice.target === target.id);

/** Everything on the board that has an id, with its choices. */
export function targetsOf(scene: SceneState, zones: readonly Zone[], find: (id: string) => SVGGraphicsElement | undefined): Map<string, Target> {
  const found = new Map<string, Target>();
  for (const zone of zones) found.set(zone.id, { id: zone.id, label: zone.label, centre: centreOf(zone, find(zone.id)), zone, choices: [] });
  for (const piece of scene.pieces) found.set(piece.id, { id: piece.id, label: piece.label, centre: piece, piece, choices: [] });
  for (const choice of scene.selectable) for (const id of standsOn(choice)) found.get(id)?.choices.push(choice);
  return found;
}

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 },
};
export const arrow = (key: string): Point | undefined => ARROWS[key];

const byId = (a: Target, b: Target): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The nearest of `others` in a direction: straight ahead counts for more than aside. Things whose middles are no farther
 * apart than `spot` come one after the other, by their ids: right and down go on, left and up go back. */
export function next(from: Target, way: Point, others: readonly Target[], spot: number): Target | undefined {
  const on = way.x + way.y > 0;
  const mates = nearTo(from.centre, spot, others, from).slice(1).sort(byId);
  const mate = on ? mates.find((other) => byId(from, other) < 0) : mates.findLast((other) => byId(other, from) < 0);
  if (mate) return mate;
  let best: Target | undefined;
  let least = Infinity;
  for (const other of others) {
    if (mates.includes(other)) continue;
    const dx = other.centre.x - from.centre.x;
    const dy = other.centre.y - from.centre.y;
    const ahead = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    if (ahead <= 0.001) continue;
    const cost = ahead + 2.5 * aside;
    if (cost < least || (cost === least && byId(other, best!) < 0 === on)) [best, least] = [other, cost];
  }
  return best;
}

/** A target, and those of `others` that lie on the same spot. */
export const nearTo = (at: Point, spot: number, others: readonly Target[], first: Target): Target[] =>
  [first, ...others.filter((other) => other !== first && Math.hypot(other.centre.x - at.x, other.centre.y - at.y) <= spot)];

/** What the targets stand for, each choice once. */
export const choicesOf = (targets: readonly Target[]): Selectable[] => [...new Set(targets.flatMap((target) => target.choices))];

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
  [...targets].sort((a, b) => a.centre.y - b.centre.y || a.centre.x - b.centre.x || byId(a, b));
