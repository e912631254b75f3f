// Handles: what is taken hold of to turn or reshape a piece. They go with their piece, and are large enough for a hand.

import type { Piece } from "../types.js";
import type { Point } from "./viewport.js";

/** So large, in pixels, is a handle for a mouse and for a finger; one of what is taken up is larger. */
const SEEN = 15;
const BY_FINGER = 24;
const HELD = 1.4;
/** A handle takes up no more than this part of the way to the middle of its piece: the piece itself must be taken hold of, too. */
const MOST = 0.5;
const coarse = matchMedia("(pointer: coarse)");

/** Whether this is a handle of that piece: its id is the piece's, and what it does. */
export const isHandleOf = (handle: Piece, id: string): boolean =>
  Boolean(handle.handle) && id !== "" && handle.id.startsWith(id) && /^[^0-9a-z]/i.test(handle.id.slice(id.length));

/** The piece that a handle belongs to. */
const ownerOf = (handle: Piece, pieces: readonly Piece[]): Piece | undefined => pieces.find((piece) => !piece.handle && isHandleOf(handle, piece.id));

/** How large a handle is while this is taken up, in pixels, where so many pixels are one of the scene. */
export function sizeOf(handle: Piece, grabbed: string, pieces: readonly Piece[], scale: number): number {
  const owner = ownerOf(handle, pieces);
  const held = owner && (owner.id === grabbed || isHandleOf({ ...handle, id: grabbed }, owner.id));
  const size = (coarse.matches ? BY_FINGER : SEEN) * (held ? HELD : 1);
  const room = owner ? Math.hypot(handle.x - owner.x, handle.y - owner.y) * scale : Infinity;
  return Math.min(size, 2 * MOST * room);
}

/** The handle under a hand, if there is one; of several the nearest, and first one of what is taken up. */
export function handleAt(at: Point, grabbed: string, handy: readonly Piece[], pieces: readonly Piece[], scale: number): Piece | undefined {
  const owner = ownerOf({ ...pieces[0]!, id: grabbed, handle: true }, pieces)?.id ?? grabbed;
  const near = handy.flatMap((piece) => {
    const off = Math.hypot(piece.x - at.x, piece.y - at.y) * scale;
    const own = isHandleOf(piece, owner) ? 0.5 : 1;
    return piece.handle && off <= sizeOf(piece, grabbed, handy, scale) * 0.6 ? [{ piece, off: off * own }] : [];
  });
  return near.sort((a, b) => a.off - b.off)[0]?.piece;
}

/** The handles of pieces that would stand elsewhere, as they would stand then. Who takes another shape has others. */
export function moved(pieces: readonly Piece[], stand: readonly Piece[]): Piece[] {
  return stand.flatMap((to) => {
    const from = pieces.find((piece) => piece.id === to.id);
    if (!from || from.handle || from.symbol !== to.symbol) return [];
    const turn = (to.rotate ?? 0) - (from.rotate ?? 0);
    const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
    return pieces.filter((piece) => isHandleOf(piece, to.id) && !stand.some((other) => other.id === piece.id)).map((piece) => {
      const [dx, dy] = [piece.x - from.x, piece.y - from.y];
      return { ...piece, x: to.x + dx * cos - dy * sin, y: to.y + dx * sin + dy * cos, rotate: (piece.rotate ?? 0) + turn };
    });
  });
}
