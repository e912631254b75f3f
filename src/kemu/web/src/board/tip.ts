// The odds of what the mouse is over, or the keyboard is on: they are seen before the choice is made.

import { text } from "../text.js";
import type { Choice } from "../types.js";

/** So many choices are told; whoever chooses among more is shown them all in a list. */
const MOST = 6;
/** Pixels between the tip and what it speaks of, and between the tip and the edge of the window. */
const AWAY = 14;
const EDGE = 8;

export class Tip {
  private shown: readonly Choice[] = [];

  constructor(private readonly box: HTMLElement) {
    const hush = (event: KeyboardEvent) => {
      if (!box.isConnected) document.removeEventListener("keydown", hush);
      else if (event.key === "Escape") this.hide();
    };
    document.addEventListener("keydown", hush);
  }

  /** Whether the odds of a choice are on the screen now. */
  shows(choice: Choice): boolean {
    return this.shown.includes(choice);
  }

  hide() {
    this.shown = [];
    this.box.hidden = true;
  }

  /** Tell what some choices are and their odds beside a place, within the window; without odds there is nothing to tell. */
  show(choices: readonly Choice[], beside: DOMRect) {
    if (!choices.some((choice) => choice.odds)) return this.hide();
    if (this.box.hidden || choices.length !== this.shown.length || !choices.every((choice) => this.shows(choice))) {
      const lines = choices.slice(0, MOST).map((choice) => line(choice.label, choice.odds));
      if (choices.length > MOST) lines.push(line(text.moreChoices(choices.length - MOST)));
      this.box.replaceChildren(...lines);
      this.shown = [...choices];
      this.box.hidden = false;
    }
    const { width, height } = this.box.getBoundingClientRect();
    const low = beside.bottom + AWAY;
    const top = low + height + EDGE > innerHeight ? beside.top - AWAY - height : low;
    const left = beside.left + beside.width / 2 - width / 2;
    this.box.style.top = `${Math.max(EDGE, Math.min(innerHeight - height - EDGE, top))}px`;
    this.box.style.left = `${Math.max(EDGE, Math.min(innerWidth - width - EDGE, left))}px`;
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
