// The log in plain words. A line leads to its moment, its number to its rule.

import { html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Light } from "../light.js";
import { seatMark } from "../seat.js";
import { text } from "../text.js";
import type { LogEntry, SeatState } from "../types.js";
import { clauseChip } from "./clause.js";

@customElement("kemu-log")
export class KemuLog extends Light {
  @property({ attribute: false }) entries: LogEntry[] = [];
  @property({ attribute: false }) seats: SeatState[] = [];
  @property({ type: Number }) ply = 0;
  @property() commitment = "";

  protected render() {
    const fair = this.commitment
      ? html`<p class="log-commitment quiet-words">${text.commitment} <code>${this.commitment.slice(0, 16)}…</code>
          <button type="button" class="quiet" @click=${() => this.tell("kemu-proof")}>${text.fairness}</button></p>`
      : nothing;
    if (!this.entries.length) return html`${fair}<p class="quiet-words">${text.logEmpty}</p>`;
    // Not every choice is told of: the moment stands at the last line up to it.
    const here = this.entries.findLast((entry) => entry.ply <= this.ply)?.ply;
    return html`${fair}<ol class="log">
      ${this.entries.map((entry) => {
        const index = this.seats.findIndex((seat) => seat.name === entry.seat);
        return html`<li class=${entry.ply === here ? "here" : entry.ply > this.ply ? "later" : ""}>
          <button type="button" class="log-line" title=${text.goTo(entry.ply)} aria-current=${entry.ply === here ? "step" : "false"} @click=${() => this.tell("kemu-look", entry.ply)}>
            <span class="log-ply">${entry.ply}</span>
            ${index < 0 ? html`<span class="seat-mark"></span>` : seatMark(entry.seat!, index, this.seats[index]!.colour)}
            <span>${entry.text}</span>
          </button>
          ${clauseChip(entry.clause)}
        </li>`;
      })}
    </ol>`;
  }

  protected updated() {
    const here = [...this.querySelectorAll<HTMLElement>("li.here")].at(-1);
    const scroller = this.closest<HTMLElement>(".tab-body");
    if (!here || !scroller || scroller.scrollHeight <= scroller.clientHeight) return;
    // Only the list scrolls, never the page under a reader's eyes.
    const top = here.offsetTop - scroller.offsetTop;
    if (top < scroller.scrollTop || top + here.offsetHeight > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top - scroller.clientHeight + here.offsetHeight + 12;
  }
}
