// "What is this?": while it is on, a click, a tap or Enter on anything says what it is, and plays nothing.

import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Guide, Thing } from "../guide.js";
import { icon } from "../icons.js";
import { Light } from "../light.js";
import * as store from "../store.js";
import { text } from "../text.js";
import type { Base, SceneState } from "../types.js";
import { entryBody } from "./glossary.js";

/** The most things that are told of at one point: a counter, those beside it, the ground. */
const MOST = 4;
/** Pixels after which a press is a movement of the board. */
const SLACK = 10;

@customElement("kemu-what")
export class KemuWhat extends Light {
  @property({ attribute: false }) guide: Guide | null = null;
  @property({ attribute: false }) scene: SceneState | null = null;
  @property({ attribute: false }) base: Base | null = null;
  @state() private on = false;
  @state() private things: Thing[] = [];
  /** On which side of the window the card stands, so that it does not hide what it speaks of. */
  @state() private side = "";
  @query(".what-card") private card!: HTMLElement | null;
  private down = { x: 0, y: 0 };
  private back: Element | null = null;

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("pointerdown", this.onDown, true);
    document.addEventListener("click", this.onClick, true);
    document.addEventListener("keydown", this.onKey, true);
  }
  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("pointerdown", this.onDown, true);
    document.removeEventListener("click", this.onClick, true);
    document.removeEventListener("keydown", this.onKey, true);
  }

  protected render() {
    if (!this.guide?.entries.length) return nothing;
    return html`
      <button type="button" class="icon what-button" aria-pressed=${this.on} title=${text.what} aria-label=${text.what} @click=${() => this.turn(!this.on)}>${icon("what")}</button>
      ${this.on ? html`<section class="what-card ${this.side}" aria-label=${text.what} tabindex="-1">
        <button type="button" class="icon quiet what-close" title=${text.close} aria-label=${text.close} @click=${() => this.turn(false)}>${icon("close")}</button>
        <div role="status">${this.things.length ? this.things.map((thing, number) => this.told(thing, number)) : html`<p>${text.whatHelp}</p>`}</div>
      </section>` : nothing}`;
  }

  private told(thing: Thing, number: number): TemplateResult {
    const guide = this.guide!;
    const numbers = guide.numbers(thing);
    // What lies under the first thing is told once, however many lie there.
    const before = new Set(this.things.slice(0, number).flatMap((other) => guide.of(other)));
    const entries = guide.of(thing).filter((entry) => !before.has(entry));
    return html`<h3>${thing.label}</h3>
      ${numbers ? html`<p class="numbers">${numbers}</p>` : nothing}
      ${thing.detail ? html`<p>${thing.detail}</p>` : nothing}
      ${entries.map((entry) => html`<div class="entry">${entry.name === thing.label ? nothing : html`<h4>${entry.name}</h4>`}${entryBody(guide.game, entry)}</div>`)}`;
  }

  protected updated() {
    document.documentElement.classList.toggle("asking-what", this.on);
  }

  private turn(on: boolean) {
    if (!on && this.card?.contains(document.activeElement)) (this.back as HTMLElement | null)?.focus?.({ preventScroll: true });
    this.on = on;
    this.things = [];
    this.side = "";
  }

  // -- what is asked about ---------------------------------------------------------------------------------------------------

  /** Whether an event is on something that can be asked about: of the board, or beside it. */
  private about(event: Event): Element | null {
    const at = event.target instanceof Element ? event.target : null;
    const table = this.closest(".table");
    return at && table?.contains(at) ? at.closest(".board-window [data-id], .area-panels [data-item]") : null;
  }

  private readonly onDown = (event: PointerEvent) => {
    if (!this.on) return;
    this.down = { x: event.clientX, y: event.clientY };
    // No piece is taken up: but the ground moves the board as ever.
    if (this.about(event)?.matches(".piece, .drafted, .target")) event.stopPropagation();
  };

  private readonly onClick = (event: MouseEvent) => {
    if (!this.on || (event.target as Element).closest?.("kemu-what")) return;
    const on = this.about(event);
    const board = this.closest(".table")?.querySelector(".board-window");
    if (!on && !board?.contains(event.target as Node)) return;
    event.preventDefault();
    event.stopPropagation();
    const moved = event.detail > 0 && Math.hypot(event.clientX - this.down.x, event.clientY - this.down.y) > SLACK;
    if (on && !moved) this.ask(on, event.detail > 0 ? { x: event.clientX, y: event.clientY } : null);
  };

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if ((event.target as Element).closest?.("input, textarea, select, dialog[open]") || !this.guide?.entries.length) return;
    const on = this.about(event);
    if (event.key === "Escape" && this.on) this.turn(false);
    else if (event.key.toLowerCase() === "i" && store.wishes().keys) {
      if (!on) this.turn(!this.on);
      else this.ask(on, null);
    } else if ((event.key === "Enter" || event.key === " ") && this.on && on) this.ask(on, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Tell of a thing, and of what lies with it at this point; without a point, at its middle. */
  private ask(on: Element, at: { x: number; y: number } | null) {
    const box = on.getBoundingClientRect();
    const point = at ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const ids = document.elementsFromPoint(point.x, point.y).map((one) => one.closest<SVGElement>(".board-window [data-id]")?.dataset.id);
    const first = on instanceof HTMLElement ? on.dataset.item : (on as SVGElement).dataset.id;
    const all = on instanceof HTMLElement ? [first] : [first, ...ids];
    const things = [...new Set(all)].flatMap((id) => (id ? (this.thing(id) ?? []) : []));
    // A figure and the group that it is of are called the same: once is enough.
    this.things = things.filter((thing, number) => things.findIndex((other) => other.label === thing.label) === number).slice(0, MOST);
    this.side = `${point.x > innerWidth / 2 ? "at-left" : "at-right"} ${point.y > innerHeight / 2 ? "at-top" : "at-bottom"}`;
    this.back = at ? null : on;
    this.on = true;
    if (!at) void this.updateComplete.then(() => this.card?.focus({ preventScroll: true }));
  }

  private thing(id: string): Thing | null {
    const { scene, base } = this;
    const found = scene?.pieces.find((one) => one.id === id) ?? [...(scene?.zones ?? []), ...(base?.zones ?? [])].find((one) => one.id === id);
    if (found) return { id, label: found.label, symbol: "symbol" in found ? found.symbol : "" };
    const item = scene?.panels.flatMap((panel) => panel.items).find((one) => one.id === id);
    return item ? { id, label: [item.label, item.value].filter(Boolean).join(": "), symbol: item.symbol ?? "", detail: item.detail ?? "", beside: true } : null;
  }
}
