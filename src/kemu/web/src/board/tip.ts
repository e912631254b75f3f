// What the mouse is over, or the keyboard is on: its name, what choosing it does, and the odds, before the choice is made.

import { text } from "../text.js";
import type { Selectable } from "../types.js";
import { beside } from "./beside.js";

/** The most choices that are named; with more, all are shown in a list. */
const MOST = 6;
/** Pixels between the tip and what it speaks of. */
const AWAY = 14;
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
  show(choices: readonly Selectable[], about: DOMRect, names: readonly string[] = []) {
    const told = choices.some((choice) => choice.odds);
    const same = !this.box.hidden && names.join() === this.names.join() && choices.length === this.shown.length && choices.every((choice) => this.shows(choice));
    if (same) return this.stand(about);
    this.hide();
    if (told) this.tell(choices, about, names);
    else if (names.length) this.resting = window.setTimeout(() => this.tell(choices, about, names), REST);
  }

  private tell(choices: readonly Selectable[], about: DOMRect, names: readonly string[]) {
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
    this.stand(about);
  }

  private stand(about: DOMRect) {
    const aimed = [...document.querySelectorAll(AIMED)].map((one) => one.getBoundingClientRect());
    this.box.style.top = this.box.style.left = "0";
    const { x, y } = beside(this.box.getBoundingClientRect(), about, AWAY, aimed);
    this.box.style.top = `${y}px`;
    this.box.style.left = `${x}px`;
  }
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
