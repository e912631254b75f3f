// A draft: an answer over a continuum that is not given yet. Which pieces a hand may take up, and where everybody would stand.

import type { FreeState, Piece, SceneState } from "../types.js";
import { moved } from "./handles.js";
import { el, place, symbolId } from "./shapes.js";
import type { Point } from "./viewport.js";

/** Something was moved to a point. */
export interface Dragged { piece: string; x: number; y: number }
/** The same, with what the rules said of it. */
export interface Draft extends Dragged {
  /** Whether it may go there; null: the rules have not said yet. */
  ok: boolean | null;
  /** The piece that lies at the point: who moves it on goes on with the same answer. */
  lead: string;
  /** Whether one piece of an earlier answer is changed; else everything moves together. */
  single: boolean;
  /** Where everybody would stand, as it was last told. */
  pieces: Piece[];
}

/** The pieces that can be taken up now, where they would stand. */
export function handy(scene: SceneState, free: FreeState | null, draft: Draft | null): Piece[] {
  if (!free) return [];
  const stand = new Set(scene.pieces.map((piece) => piece.id));
  const movable = new Set(free.pieces);
  const drafted = draft ? ghosts(scene, free, draft).filter((piece) => movable.has(piece.id) || !stand.has(piece.id)) : [];
  const moved = new Set(drafted.map((piece) => piece.id));
  return [...drafted, ...scene.pieces.filter((piece) => movable.has(piece.id) && !moved.has(piece.id))];
}

/** Where everybody would stand, with their handles: as the rules told it, or, until they do, as far as the hand has moved. */
export function ghosts(scene: SceneState, free: FreeState, draft: Draft): Piece[] {
  const stand = standing(scene, free, draft);
  const movable = new Set(free.pieces);
  return [...stand, ...moved(scene.pieces, stand).filter((piece) => movable.has(piece.id))];
}

function standing(scene: SceneState, free: FreeState, draft: Draft): Piece[] {
  if (draft.ok) return draft.pieces;
  const known = draft.pieces.length ? draft.pieces : scene.pieces.filter((piece) => free.pieces.includes(piece.id));
  const lead = known.find((piece) => piece.id === draft.lead);
  if (!lead) return draft.pieces;
  // What a handle does only the rules know; and where pieces have handles, each moves by itself.
  if (lead.handle) return [];
  const [dx, dy] = [draft.x - lead.x, draft.y - lead.y];
  if (!draft.pieces.length && known.some((piece) => piece.handle)) return [{ ...lead, x: draft.x, y: draft.y }];
  return known.map((piece) => (draft.single && piece !== lead ? piece : { ...piece, x: piece.x + dx, y: piece.y + dy }));
}

/** The piece that lies at a point, if one does. */
export function leadOf(pieces: readonly Piece[], at: Point, within: number): Piece | undefined {
  let best: Piece | undefined;
  let least = within;
  for (const piece of pieces) {
    const distance = Math.hypot(piece.x - at.x, piece.y - at.y);
    if (distance <= least) [best, least] = [piece, distance];
  }
  return best;
}

/** The draft as it is drawn: a line from where its lead stands, everybody's ghost, and a cross at the point. */
export function drawDraft(scene: SceneState, free: FreeState, draft: Draft, size: number): SVGElement[] {
  const look = draft.ok === null ? "asked" : draft.ok ? "right" : "wrong";
  const parts: SVGElement[] = [];
  const start = scene.pieces.find((piece) => piece.id === draft.lead);
  if (start) parts.push(el("line", { x1: start.x, y1: start.y, x2: draft.x, y2: draft.y, class: look }));
  for (const piece of ghosts(scene, free, draft)) {
    const use = el("use", { href: `#${symbolId(piece.symbol)}`, transform: place(piece.x, piece.y, piece.rotate, piece.scale) });
    parts.push(el("g", { class: `drafted ${look}`, "data-id": piece.id }, use));
  }
  const cross = `M${draft.x - size} ${draft.y}h${2 * size}M${draft.x} ${draft.y - size}v${2 * size}`;
  parts.push(el("path", { d: cross, class: `cross halo ${look}` }), el("path", { d: cross, class: `cross ${look}` }));
  return parts;
}
