// A stack fanned out: counters that lie small and close together in one place are shown beside it, large, each by its name.
// Who points at a stack reads it; who has clicked on it picks from it, one counter after the other.

import type { Piece } from "../types.js";
import { el, symbolId } from "./shapes.js";

/** Counters that are drawn so large, in pixels, are read where they lie. */
const READABLE = 40;
/** A finger does not mean one of those that are smaller than this. */
const FINGER = 24;
/** How large they are in the fan. */
const SIZE = 46;
/** Pixels between the fan and the place it is for, and between the fan and the edge of the window. */
const AWAY = 10;
const EDGE = 8;

/** What can be chosen of a stack: counters, and the place itself with what it stands for. */
export interface Open { pieces: ReadonlySet<string>; place: { id: string; label: string } | null }
const NOTHING: Open = { pieces: new Set(), place: null };

export class Stack {
  private of = "";
  /** Whether the counters are so small that a finger cannot tell them apart. */
  small = false;

  constructor(private readonly box: HTMLElement, pick: (id: string) => void) {
    box.addEventListener("click", (event) => {
      const id = (event.target as Element).closest<HTMLElement>("[data-of]")?.dataset.of;
      if (id) pick(id);
    });
  }

  hide() {
    this.of = "";
    this.small = false;
    this.box.hidden = true;
  }

  /** Fan out what lies in one place: `drawn` gives each counter's picture on the board, `open` what can be picked from the fan;
   * without it the fan is only read. A single counter is no stack: return whether
   * there is one. */
  show(pieces: readonly Piece[], drawn: (id: string) => SVGGElement | undefined, open: Open | null = null): boolean {
    const here = pieces.flatMap((piece) => {
      const picture = drawn(piece.id)?.firstElementChild as SVGGraphicsElement | null | undefined;
      return picture && !piece.handle ? [{ piece, picture, where: picture.getBoundingClientRect() }] : [];
    });
    if (here.length < 2 || here.every(({ where }) => Math.min(where.width, where.height) >= READABLE)) {
      this.hide();
      return false;
    }
    const { pieces: openPieces, place } = open ?? NOTHING;
    const of = [...here.map(({ piece }) => `${piece.id} ${piece.symbol} ${piece.badge} ${openPieces.has(piece.id)}`), place?.label].join();
    if (of !== this.of) {
      const cards = here.map(({ piece, picture }) => card(piece, picture.getBBox(), openPieces.has(piece.id)));
      this.box.replaceChildren(...cards, ...(place ? [whole(place)] : []));
    }
    this.of = of;
    this.small = here.some(({ where }) => Math.min(where.width, where.height) < FINGER);
    this.box.classList.toggle("picking", open !== null);
    this.box.hidden = false;
    this.stand(here.map(({ where }) => where));
    return true;
  }

  /** Above the place, or below it where there is no room; always within the window. */
  private stand(places: DOMRect[]) {
    const top = Math.min(...places.map((place) => place.top));
    const bottom = Math.max(...places.map((place) => place.bottom));
    const middle = (Math.min(...places.map((place) => place.left)) + Math.max(...places.map((place) => place.right))) / 2;
    const { width, height } = this.box.getBoundingClientRect();
    const above = top - AWAY - height;
    this.box.style.top = `${above < EDGE ? bottom + 3 * AWAY : above}px`;
    this.box.style.left = `${Math.max(EDGE, Math.min(innerWidth - width - EDGE, middle - width / 2))}px`;
  }
}

function card(piece: Piece, seen: DOMRect, open: boolean): HTMLElement {
  const picture = el("svg", { viewBox: `${seen.x} ${seen.y} ${seen.width} ${seen.height}`, width: SIZE, height: SIZE }, el("use", { href: `#${symbolId(piece.symbol)}` }));
  const name = document.createElement("span");
  name.append(piece.label?.split(",")[0] ?? "");
  const made = document.createElement("span");
  made.className = open ? "counter open" : "counter";
  made.dataset.of = piece.id;
  made.append(picture, name);
  if (piece.badge) {
    const badge = document.createElement("b");
    badge.append(piece.badge);
    made.append(badge);
  }
  return made;
}

/** What the place itself stands for: the whole stack, say. */
function whole(place: { id: string; label: string }): HTMLElement {
  const made = document.createElement("span");
  made.className = "counter open whole";
  made.dataset.of = place.id;
  made.append(place.label);
  return made;
}
