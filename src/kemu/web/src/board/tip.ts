// What the mouse is over, or the keyboard is on: its name, what choosing it does, and the odds, before the choice is made.

import { text } from "../text.js";
import type { Selectable } from "../types.js";

/** The most choices that are named; with more, all are shown in a list. */
const MOST = 6;
/** Pixels between the tip and what it speaks of, and between the tip and the edge of the window. */
const AWAY = 14;
const EDGE = 8;
/** Milliseconds that the mouse must rest before a mere name is shown; odds are shown at once. */
const REST = 500;
/** What is aimed, and who aims: a tip stands where it covers least of it. */
const AIMED = "[data-layer='fire'] > *";

export class Tip {
  private shown: readonly Selectable[] = [];
  /** The first line of them is the name. */
  private names: readonly string[] = [];
  private resting = 0;

  constructor(private readonly box: HTMLElement) {
    const hush = (event: KeyboardEvent) => {
      if (!box.isConnected) document.removeEventListener("keydown", hush);
      else if (event.key === "Escape") this.hide();
    };
    document.addEventListener("keydown", hush);
  }

  /** Whether the odds of a choice are on the screen now. */
  shows(choice: Selectable): boolean {
    return this.shown.includes(choice);
  }

  hide() {
    clearTimeout(this.resting);
    this.shown = [];
    this.names = [];
    this.box.hidden = true;
  }

  /** Tell what some choices are and their odds beside a place, within the window; without odds there is nothing to tell,
   * unless the mouse rests: then the name of what it is over is told, and what choosing it does. */
  show(choices: readonly Selectable[], beside: DOMRect, names: readonly string[] = []) {
    const told = choices.some((choice) => choice.odds);
    const same = !this.box.hidden && names.join() === this.names.join() && choices.length === this.shown.length && choices.every((choice) => this.shows(choice));
    if (same) return this.stand(beside);
    this.hide();
    if (told) this.tell(choices, beside, names);
    else if (names.length) this.resting = window.setTimeout(() => this.tell(choices, beside, names), REST);
  }

  private tell(choices: readonly Selectable[], beside: DOMRect, names: readonly string[]) {
    const lines = choices.slice(0, MOST).map((choice) => line(choice.label, choice.odds));
    if (choices.length > MOST) lines.push(line(text.moreChoices(choices.length - MOST)));
    if (!choices.some((choice) => choice.odds)) {
      const told = names.map((name) => line(name));
      told.forEach((one, number) => (one.className = number ? "more" : "name"));
      lines.unshift(...told);
    }
    this.box.replaceChildren(...lines);
    this.shown = [...choices];
    this.names = names;
    this.box.hidden = false;
    this.stand(beside);
  }

  private stand(beside: DOMRect) {
    const { width, height } = this.box.getBoundingClientRect();
    const within = (at: number, size: number, all: number) => Math.max(EDGE, Math.min(all - size - EDGE, at));
    const below = beside.bottom + AWAY;
    const above = beside.top - AWAY - height;
    const middle = beside.left + beside.width / 2 - width / 2;
    const level = beside.top + beside.height / 2 - height / 2;
    const places = [[middle, below], [middle, above], [beside.right + AWAY, level], [beside.left - AWAY - width, level]].map(([left, top]) => new DOMRect(within(left!, width, innerWidth), within(top!, height, innerHeight), width, height));
    // Never on what it speaks of; then as little as may be on what is aimed.
    const kept = [...document.querySelectorAll(AIMED)].map((one) => one.getBoundingClientRect());
    const worth = places.map((place) => covers(place, beside) + kept.reduce((sum, one) => sum + overlap(place, one), 0));
    const place = places[worth.indexOf(Math.min(...worth))]!;
    this.box.style.top = `${place.top}px`;
    this.box.style.left = `${place.left}px`;
  }
}

/** How many square pixels two boxes share. */
function overlap(a: DOMRect, b: DOMRect): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** More than anything else if one box touches another, were this but a point. */
function covers(place: DOMRect, beside: DOMRect): number {
  return place.left <= beside.right && place.right >= beside.left && place.top <= beside.bottom && place.bottom >= beside.top ? innerWidth * innerHeight : 0;
}

function line(label: string, odds = ""): HTMLElement {
  const made = document.createElement("p");
  made.append(label);
  if (odds) {
    const chances = document.createElement("span");
    chances.className = "odds";
    chances.append(odds);
    made.append(" ", chances);
  }
  return made;
}
