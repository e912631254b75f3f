// A stack fanned out: counters that lie small and close together in one place are shown beside it, large, each by its name.
// Who points at a stack reads it; who has clicked on it picks from it, one counter after the other.

import type { Piece } from "../types.js";
import { around, beside } from "./beside.js";
import { el, symbolId } from "./shapes.js";

/** Counters that are drawn so large, in pixels, are read where they lie. */
const READABLE = 40;
/** A finger does not mean one of those that are smaller than this. */
const FINGER = 24;
/** How large they are in the fan. */
const SIZE = 46;
/** Pixels between the fan and the place it is for. A finger that has tapped there does not lie on it. */
const AWAY = 10;
const UNDER_A_FINGER = 44;
/** What can be chosen on the board, and what asks and is read beside it: the fan lies over neither if it can. */
const OPEN = ".targets .target";
const READ = ".prompt, .acts button, .panel";

/** What can be chosen of a stack: counters, and the place itself with what it stands for. */
export interface Open { pieces: ReadonlySet<string>; place: { id: string; label: string } | null }
/** A counter, its picture on the board, and where that is on the screen. */
interface Lying { piece: Piece; picture: SVGGraphicsElement; where: DOMRect }
interface Card { id: string; name: string; badge: string; open: boolean }
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

  /** Fan out what lies in one place: `pictured` gives each counter's picture on the board, `open` what can be picked from the fan;
   * without it the fan is only read. A single counter is no stack: return whether
   * there is one. */
  show(pieces: readonly Piece[], pictured: (id: string) => SVGGElement | undefined, open: Open | null = null): boolean {
    const here = pieces.flatMap((piece) => {
      const picture = pictured(piece.id)?.firstElementChild as SVGGraphicsElement | null | undefined;
      return picture && !piece.handle ? [{ piece, picture, where: picture.getBoundingClientRect() }] : [];
    });
    if (here.length < 2 || here.every(({ where }) => Math.min(where.width, where.height) >= READABLE)) {
      this.hide();
      return false;
    }
    const { pieces: openPieces, place } = open ?? NOTHING;
    const piles = pilesOf(here);
    const cards = piles.map((pile) => cardOf(pile, piles, openPieces));
    const of = JSON.stringify([...cards, ...piles.map((pile) => pile.at(-1)!.piece.symbol), place?.label]);
    if (of !== this.of) this.box.replaceChildren(...cards.map((card, number) => drawn(card, piles[number]!.at(-1)!)), ...(place ? [whole(place)] : []));
    this.of = of;
    this.small = here.some(({ where }) => Math.min(where.width, where.height) < FINGER);
    this.box.classList.toggle("picking", open !== null);
    this.box.hidden = false;
    this.stand(around(here.map(({ where }) => where)));
    return true;
  }

  /** Beside the stack, off the places that can be chosen as far as may be. */
  private stand(stack: DOMRect) {
    const [wide, high] = [Math.max(0, UNDER_A_FINGER - stack.width) / 2, Math.max(0, UNDER_A_FINGER - stack.height) / 2];
    const about = new DOMRect(stack.x - wide, stack.y - high, stack.width + 2 * wide, stack.height + 2 * high);
    const [open, read] = [OPEN, READ].map((things) => [...document.querySelectorAll(things)].map((one) => one.getBoundingClientRect()));
    // Where it stood says nothing of how large it is.
    this.box.style.top = this.box.style.left = "0";
    const { x, y } = beside(this.box.getBoundingClientRect(), about, AWAY, open, read);
    this.box.style.top = `${y}px`;
    this.box.style.left = `${x}px`;
  }
}

/** Equal counters that lie on one another, lowest first. */
function pilesOf(here: readonly Lying[]): Lying[][] {
  const piles: Lying[][] = [];
  for (const one of here) {
    const pile = piles.find(([first]) => equal(first!, one));
    if (pile) pile.push(one);
    else piles.push([one]);
  }
  return piles;
}

function equal(a: Lying, b: Lying): boolean {
  const apart = Math.hypot(a.where.x - b.where.x, a.where.y - b.where.y);
  return a.piece.label === b.piece.label && a.piece.symbol === b.piece.symbol && apart < a.where.width / 2;
}

/** What a card of the fan says of a pile: how many they are, and in what they differ from others of their name. */
function cardOf(pile: readonly Lying[], piles: readonly (readonly Lying[])[], open: ReadonlySet<string>): Card {
  const parts = ({ piece }: Lying) => piece.label.split(/, (?![^(]*\))/);
  const [name, ...rest] = parts(pile[0]!);
  const twins = piles.filter((other) => other !== pile && parts(other[0]!)[0] === name);
  const own = rest.filter((part) => twins.some((other) => !parts(other[0]!).includes(part)));
  const badge = pile.map(({ piece }) => piece.badge).find(Boolean) ?? "";
  const many = pile.length > 1 && !badge.includes(`×${pile.length}`) ? ` ×${pile.length}` : "";
  const picked = pile.find(({ piece }) => open.has(piece.id));
  return { id: (picked ?? pile.at(-1)!).piece.id, name: [name, ...own].join(", ") + many, badge, open: picked !== undefined };
}

function drawn(card: Card, { piece, picture }: Lying): HTMLElement {
  const seen = picture.getBBox();
  const symbol = el("svg", { viewBox: `${seen.x} ${seen.y} ${seen.width} ${seen.height}`, width: SIZE, height: SIZE }, el("use", { href: `#${symbolId(piece.symbol)}` }));
  const name = document.createElement("span");
  name.append(card.name);
  const made = document.createElement("span");
  made.className = card.open ? "counter open" : "counter";
  made.dataset.of = card.id;
  made.append(symbol, name);
  if (card.badge) {
    const badge = document.createElement("b");
    badge.append(card.badge);
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
