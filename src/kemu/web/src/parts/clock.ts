// A seat's clock, running down. It says so when little is left: by its colour and its shape, and aloud at two moments only.

import { html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Light } from "../light.js";
import { text } from "../text.js";
import { hearClock, leftOf, type Left } from "../ticking.js";
import type { ClockState } from "../types.js";
import { DAY } from "../words/clock.js";

const SECOND = 1_000;
const LAST = 10 * SECOND;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

@customElement("kemu-clock")
export class KemuClock extends Light {
  @property({ attribute: false }) clock!: ClockState;
  @property() seat = "";
  @property() who = "";
  /** The game has ended: what is left of the bank stands. */
  @property({ type: Boolean }) over = false;
  @state() private left!: Left;
  /** What was said aloud last. */
  @state() private told = "";
  private timer = 0;

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected willUpdate(changed: PropertyValues<this>) {
    if (!(["clock", "seat", "over"] as const).some((name) => changed.has(name))) return;
    hearClock(this.clock);
    this.count();
  }

  /** When little is left: with days a turn that is an hour. */
  private get soon(): number {
    return this.clock.free >= DAY ? HOUR : MINUTE;
  }

  private count() {
    clearTimeout(this.timer);
    const was = this.left as Left | undefined;
    this.left = leftOf(this.clock, this.seat, this.over);
    const { all, runs } = this.left;
    const passed = was?.runs && runs ? [LAST, this.soon].find((mark) => was.all > mark && all <= mark) : undefined;
    if (passed) this.told = text.clockSoon(this.who, passed);
    else if (!runs) this.told = "";
    if (!runs || !all || !this.isConnected) return;
    // The next moment at which it shows something else.
    const step = all <= LAST ? 100 : SECOND;
    this.timer = window.setTimeout(() => this.count(), all % step || step);
  }

  protected render() {
    const { left, clock } = this;
    const shown = clock.bank ? left.bank : left.free;
    const short = left.all <= LAST ? "last" : left.all <= this.soon ? "short" : "";
    return html`<span class="clock ${left.runs ? "runs" : ""} ${left.runs || !left.all ? short : ""}" role="timer" aria-label=${text.clockOf(this.who, left.all, left.runs)}><span class="clock-left" aria-hidden="true">${text.clockLeft(shown)}</span>${
      clock.bank && left.runs && left.free ? html`<span class="clock-free" aria-hidden="true">${text.clockFree(left.free)}</span>` : nothing
    }</span><span class="unseen" aria-live="polite">${this.told}</span>`;
  }
}
