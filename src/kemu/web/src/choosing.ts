// What a click means, the same in every game: a click on a piece takes it up and shows what it would do; a click on its place, on
// the piece once more, or on a button of the prompt does it. A click on a plain place is the choice itself.

import type { Base, Piece, SceneState, Selectable } from "./types.js";

/** What is taken up: a piece, a place or a card, and what stands on it. It waits to be meant. */
export interface Taken { target: string; choices: Selectable[] }
export type Wish = "auto" | "always" | "never";
/** What a click means: do it, take it up, say which of several, or do it if it can be undone. */
export type Means = { play: Selectable } | { take: Taken } | { several: Selectable[] } | { unlessFinal: Taken };
/** `unseen`: it has odds that are not on the screen. `slips`: only an edge of it shows, a finger may have meant its neighbour. */
export interface Clicked { choices: readonly Selectable[]; target: string; unseen?: boolean; slips?: boolean }

/** The zones and pieces of the table, by their ids. */
export interface Things { zones: ReadonlyMap<string, { fixed?: boolean }>; pieces: ReadonlyMap<string, Piece> }

export const thingsOf = (base: Base | null, scene: SceneState): Things => ({
  zones: new Map([...(base?.zones ?? []), ...(scene.zones ?? [])].map((zone) => [zone.id, zone])),
  pieces: new Map(scene.pieces.map((piece) => [piece.id, piece])),
});

const isPlace = (things: Things, id: string): boolean => things.zones.has(id) && things.zones.get(id)!.fixed !== false;

/** The place at which a piece that was clicked would do this; "" if it has none. */
export function placeOf(choice: Selectable, by: string, things: Things): string {
  const stands = choice.target === by || choice.also?.includes(by);
  const place = stands ? choice.to || (choice.target === by ? "" : (choice.target ?? "")) : "";
  return isPlace(things, place) && things.pieces.get(by)?.area !== place ? place : "";
}

/** Whether what was clicked is a piece or a card: not a place, nor what lies in the place that is chosen. */
function isPiece(choice: Selectable, by: string, things: Things): boolean {
  const zone = things.zones.get(by);
  // The outline of a group of figures is as good as its figures.
  if (zone) return zone.fixed === false && Boolean(choice.also?.some((id) => things.pieces.has(id)));
  const lies = things.pieces.get(by)?.area;
  return by !== "" && !(lies && lies === choice.target);
}

/** What a click means. `finger`: it was a tap, which does not hover and may slip. */
export function meaning({ choices, target, unseen, slips }: Clicked, taken: Taken | null, things: Things, wish: Wish, finger: boolean): Means {
  const again = taken?.target === target;
  const placed = again ? [] : (taken?.choices ?? []).filter((choice) => placeOf(choice, taken!.target, things) === target);
  const here = choices.filter((choice) => placed.some((one) => one.option === choice.option));
  // The place of what is taken up: whatever else stands there was not asked for.
  const meant = here.length ? here : choices;
  const [only] = meant;
  if (meant.length > 1) return meant.some((choice) => placeOf(choice, target, things)) ? { take: { target, choices: [...meant] } } : { several: [...meant] };
  if (again || wish === "never") return { play: only! };
  const take = { target: here.length ? taken!.target : target, choices: [only!] };
  if (wish === "always") return here.length ? { play: only! } : { take };
  if (here.length) return finger ? { unlessFinal: take } : { play: only! };
  if (isPiece(only!, target, things)) return only!.picks && !(finger && slips) ? { play: only! } : { take };
  if (unseen) return { take };
  return finger && target ? { unlessFinal: take } : { play: only! };
}

/** The choices as the board shows them while something is taken up: its places stand for it, and no other place is open. */
export function opened(selectable: readonly Selectable[], taken: Taken | null, things: Things): Selectable[] {
  const places = taken?.choices.filter((choice) => placeOf(choice, taken.target, things)) ?? [];
  if (!taken || !places.length) return [...selectable];
  const others = selectable.flatMap((choice) => {
    if (!isPlace(things, choice.target ?? "")) return [choice];
    const [first, ...rest] = (choice.also ?? []).filter((id) => things.pieces.get(id)?.area !== choice.target);
    return first ? [{ ...choice, target: first, also: rest }] : [];
  });
  const standing = new Set(others.flatMap((choice) => [choice.target, ...(choice.also ?? [])]));
  return [...others, ...places.map((choice) => {
    const target = placeOf(choice, taken.target, things);
    // Counters hide the place that they lie in: those that stand for nothing else stand for it.
    const also = [...things.pieces.values()].filter((piece) => piece.area === target && !standing.has(piece.id)).map((piece) => piece.id);
    return { ...choice, target, also, to: "" };
  })];
}
