// The pieces on the board: kept by id from scene to scene, so that a thing that moved is seen to move. The attributes say
// where a piece is; animations are only a way to get there, and stop at the reader's wish for less motion.

import type { Piece } from "../types.js";
import { boxOf, el, forgetBox, frame, place, symbolId } from "./shapes.js";

const MOVE = 420;
const DROP = 380;
const FADE = 260;
/** When more pieces than this have changed, it is a new position rather than a move. */
const MOST_MARKED = 30;
const EASE = "cubic-bezier(.3,.8,.3,1)";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

const css = (piece: Piece, lift = 0, grow = 1) =>
  `translate(${piece.x}px, ${piece.y - lift}px) rotate(${piece.rotate ?? 0}deg) scale(${(piece.scale ?? 1) * grow})`;

interface Held { piece: Piece; group: SVGGElement }

function fill(group: SVGGElement, piece: Piece) {
  const parts: Element[] = [el("use", { href: `#${symbolId(piece.symbol)}`, opacity: piece.opacity })];
  group.replaceChildren(...parts);
  forgetBox(group);
  if (piece.badge) group.append(badge(piece.badge, group.getBBox(), piece.rotate ?? 0));
}

/** A few letters on a pill, upright, at the lower right corner of a piece. */
function badge(letters: string, box: DOMRect, rotate: number): SVGElement {
  const size = 0.36 * Math.min(box.width, box.height);
  const height = 1.1 * size;
  const width = Math.max(height, size * (0.55 * letters.length + 0.5));
  const [x, y] = [box.x + box.width - width / 2, box.y + box.height - height / 2];
  const words = el("text", { y: 0.28 * height, "font-size": size, "text-anchor": "middle", "font-weight": 700, fill: "#1c1c1c" });
  words.textContent = letters;
  const pill = el("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2, fill: "#fffaf0", stroke: "#2b2420", "stroke-width": 0.07 * size });
  return el("g", { transform: `translate(${x} ${y})${rotate ? ` rotate(${-rotate})` : ""}` }, pill, words);
}

/** Whether a piece is new or lies elsewhere than before. */
function differs(was: Piece | undefined, piece: Piece, group: SVGGElement | undefined): boolean {
  if (piece.handle) return false;
  if (!was || !group) return true;
  if (was.area && piece.area) return was.area !== piece.area || was.rotate !== piece.rotate;
  const moved = Math.hypot(was.x - piece.x, was.y - piece.y);
  if (moved < 1) return was.rotate !== piece.rotate;
  // What only made room for a neighbour did not move.
  const { width, height } = boxOf(group);
  return moved > 1.25 * (piece.scale ?? 1) * Math.max(width, height);
}

export class Pieces {
  private readonly held = new Map<string, Held>();
  /** How many pixels the scene's measure has, when the whole board is seen. */
  scale = 1;

  /** `traces` lies under the pieces: what marks the last move covers none of them. */
  constructor(private readonly layer: SVGGElement, private readonly traces: SVGGElement) {}

  get(id: string): SVGGElement | undefined {
    return this.held.get(id)?.group;
  }

  clear() {
    this.held.clear();
    this.layer.replaceChildren();
    this.traces.replaceChildren();
  }

  /** Show these pieces. `lively`: let what is new drop, what has moved move, what is gone fade. */
  show(pieces: readonly Piece[], lively: boolean, mark = false) {
    const move = lively && !calm.matches;
    const changed = lively && mark ? pieces.filter((piece) => this.changes(piece)).map((piece) => piece.id) : [];
    const ordered = [...pieces].sort((a, b) => (a.z ?? 0) - (b.z ?? 0));
    const ids = new Set(ordered.map((piece) => piece.id));
    for (const [id, { group, piece }] of this.held) {
      if (ids.has(id)) continue;
      this.held.delete(id);
      if (!move) group.remove();
      else {
        group.classList.add("leaving");
        group.animate([{ opacity: 1, transform: css(piece) }, { opacity: 0, transform: css(piece, 0, 0.8) }], { duration: FADE, easing: "ease-in" })
          .finished.then(() => group.remove(), () => group.remove());
      }
    }
    let before: Element | null = null;
    for (const piece of ordered) {
      const group = this.put(piece, move);
      const wanted: ChildNode | null = before ? before.nextSibling : this.layer.firstChild;
      if (group !== wanted) this.layer.insertBefore(group, wanted);
      before = group;
    }
    if (!lively || !mark || changed.length) this.mark(new Set(changed.length > MOST_MARKED ? [] : changed));
  }

  /** Mark what is new or lies elsewhere than it did in an earlier moment. */
  markSince(earlier: readonly Piece[]) {
    const then = new Map(earlier.map((piece) => [piece.id, piece]));
    const changed = [...this.held.values()].filter(({ piece, group }) => differs(then.get(piece.id), piece, group)).map(({ piece }) => piece.id);
    if (changed.length <= MOST_MARKED) this.mark(new Set(changed));
  }

  private changes(piece: Piece): boolean {
    const held = this.held.get(piece.id);
    return differs(held?.piece, piece, held?.group);
  }

  /** Mark what was moved last, until something else moves. */
  private mark(ids: Set<string>) {
    const marked = [...this.held.values()].filter(({ piece }) => ids.has(piece.id));
    this.traces.replaceChildren(...marked.map(({ piece, group }) => {
      const traced = frame(piece, group, this.scale);
      traced.classList.add("last-moved");
      traced.setAttribute("data-of", piece.id);
      return traced;
    }));
  }

  private put(piece: Piece, move: boolean): SVGGElement {
    const held = this.held.get(piece.id);
    if (!held) {
      const group = el("g", { class: "piece", "data-id": piece.id, transform: place(piece.x, piece.y, piece.rotate, piece.scale) });
      this.layer.append(group);
      fill(group, piece);
      this.held.set(piece.id, { piece, group });
      if (move) {
        const lift = boxOf(group).height * 0.45;
        group.animate([{ opacity: 0, transform: css(piece, lift, 1.12) }, { opacity: 1, transform: css(piece) }], { duration: DROP, easing: EASE });
      }
      return group;
    }
    const { group, piece: was } = held;
    held.piece = piece;
    if (was.symbol !== piece.symbol || was.badge !== piece.badge || was.opacity !== piece.opacity) fill(group, piece);
    const moved = was.x !== piece.x || was.y !== piece.y || was.rotate !== piece.rotate || was.scale !== piece.scale;
    if (moved) group.setAttribute("transform", place(piece.x, piece.y, piece.rotate, piece.scale));
    if (move && moved) group.animate([{ transform: css(was) }, { transform: css(piece) }], { duration: MOVE, easing: EASE });
    // The same thing with another face was turned or thrown: let it be seen.
    else if (move && was.symbol !== piece.symbol) {
      const turned = { ...piece, rotate: (piece.rotate ?? 0) - 300 };
      group.animate([{ transform: css(turned, 0, 1.25) }, { transform: css(piece) }], { duration: MOVE, easing: EASE });
    }
    return group;
  }
}
