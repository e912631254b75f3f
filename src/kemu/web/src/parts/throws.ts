// What chance has just given, over a corner of the board (on a phone at the lower edge of the window): dice that roll, cards that
// are turned over, each with its line of the log. It is only a picture: the log has the same words, for everybody and for good.

import { html, nothing, svg, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { Light } from "../light.js";
import { text } from "../text.js";
import type { LogEntry } from "../types.js";

/** The most throws shown at once; of more, the last. On a small board more would cover what the next choice is about. */
const MOST = 5;
const MOST_SMALL = 2;
/** The most dice of one throw that are drawn; the line says the rest. */
const MOST_DICE = 12;
const ROLL = 650;
const APART = 140;
/** How long the last throw stays, and how long one must have been there before others take its place, in milliseconds. */
const STAY = 4_500;
const READ = 2_500;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const small = matchMedia("(max-width: 40rem)");

const SPOTS: Record<number, [number, number][]> = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

interface Row { entry: LogEntry; came: number; rests: number }

@customElement("kemu-throws")
export class KemuThrows extends Light {
  /** The throws of the last step; a new array is a new step. */
  @property({ attribute: false }) entries: LogEntry[] = [];
  @state() private rows: Row[] = [];
  /** How many came before those that are shown. */
  @state() private more = 0;
  private timer = 0;

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected willUpdate(changed: PropertyValues<this>) {
    if (!changed.has("entries") || (!this.entries.length && !this.rows.length)) return;
    const now = performance.now();
    const start = calm.matches ? now : now + ROLL;
    const apart = calm.matches ? 0 : APART;
    // A quick opponent does not wipe away what nobody has had time to read.
    const unread = this.entries.length ? this.rows.filter((row) => now - row.came < READ) : [];
    const most = small.matches ? MOST_SMALL : MOST;
    const fresh = this.entries.slice(-most).map((entry, place) => ({ entry, came: now, rests: start + apart * place }));
    this.more = Math.max(0, this.entries.length - most);
    this.rows = [...unread, ...fresh].slice(-most);
    this.tick();
  }

  /** Turn up other faces until each throw has come to rest, one after the other; in the end clear the corner. */
  private tick() {
    clearTimeout(this.timer);
    const last = this.rows.at(-1);
    if (!last) return;
    const now = performance.now();
    const rolling = now < last.rests;
    this.timer = window.setTimeout(() => {
      if (!rolling) this.rows = [];
      else this.requestUpdate();
      this.tick();
    }, rolling ? 80 : STAY);
  }

  protected render() {
    if (!this.rows.length) return nothing;
    return html`<div class="throws" aria-hidden="true">
      ${this.more ? html`<p class="throws-more">${text.earlierThrows(this.more)}</p>` : nothing}
      ${repeat(this.rows, (row) => `${row.entry.ply} ${row.entry.text}`, (row) => (row.entry.thrown!.kind === "dice" ? this.dice(row) : this.card(row.entry)))}
    </div>`;
  }

  private dice({ entry, rests }: Row) {
    const values = entry.thrown!.values as number[];
    const rolling = performance.now() < rests;
    return html`<div class="throw dice ${rolling ? "rolling" : "still"}" data-ply=${entry.ply}>
      <span class="dice-row">${values.slice(0, MOST_DICE).map((value) => die(rolling ? 1 + Math.floor(Math.random() * 6) : value))}</span>
      <span class="throw-words">${entry.text}</span>
    </div>`;
  }

  private card(entry: LogEntry) {
    return html`<div class="throw cards" data-ply=${entry.ply}><span class="card-turned"><span class="card-back"></span><span class="card-face">${entry.text}</span></span></div>`;
  }
}

function die(value: number) {
  const spots = SPOTS[value];
  return html`<svg class="die" viewBox="-12 -12 24 24"><rect x="-11" y="-11" width="22" height="22" rx="5" />
    ${spots ? spots.map(([x, y]) => svg`<circle cx=${x * 5.4} cy=${y * 5.4} r="2.3" />`) : svg`<text y="5.5" text-anchor="middle" font-size="16">${value}</text>`}</svg>`;
}
