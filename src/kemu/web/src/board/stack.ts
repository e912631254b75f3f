// A stack fanned out: counters that lie small and close together in one place are shown beside it, large, each by its name.

import type { Piece } from "../types.js";
import { el, symbolId } from "./shapes.js";

/** Counters that are drawn so large, in pixels, are read where they lie. */
const READABLE = 40;
/** How large they are in the fan. */
const SIZE = 46;
/** Pixels between the fan and the place it is for, and between the fan and the edge of the window. */
const AWAY = 10;
const EDGE = 8;

export class Stack {
  private of = "";

  constructor(private readonly box: HTMLElement) {}

  hide() {
    this.of = "";
    this.box.hidden = true;
  }

  /** Fan out what lies in one place: `drawn` gives each counter's picture on the board. A single counter is no stack. */
  show(pieces: readonly Piece[], drawn: (id: string) => SVGGElement | undefined) {
    const here = pieces.flatMap((piece) => {
      const picture = drawn(piece.id)?.firstElementChild as SVGGraphicsElement | null | undefined;
      return picture && !piece.handle ? [{ piece, picture, where: picture.getBoundingClientRect() }] : [];
    });
    if (here.length < 2 || here.every(({ where }) => Math.min(where.width, where.height) >= READABLE)) return this.hide();
    const of = here.map(({ piece }) => `${piece.id} ${piece.symbol}`).join();
    if (of !== this.of) this.box.replaceChildren(...here.map(({ piece, picture }) => card(piece, picture.getBBox())));
    this.of = of;
    this.box.hidden = false;
    this.stand(here.map(({ where }) => where));
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

function card(piece: Piece, seen: DOMRect): HTMLElement {
  const picture = el("svg", { viewBox: `${seen.x} ${seen.y} ${seen.width} ${seen.height}`, width: SIZE, height: SIZE }, el("use", { href: `#${symbolId(piece.symbol)}` }));
  const name = document.createElement("span");
  name.append(piece.label?.split(",")[0] ?? "");
  const made = document.createElement("span");
  made.className = "counter";
  made.append(picture, name);
  return made;
}
