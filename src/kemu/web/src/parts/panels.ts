// What lies beside the board: scores, cards, trays, tracks, texts. Items that stand for a choice are buttons.

import { html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import "./fan.js";
import { symbolId } from "../board/shapes.js";
import { standsOn } from "../board/targets.js";
import { Light } from "../light.js";
import { seatMark } from "../seat.js";
import { text } from "../text.js";
import type { Selectable, Item, Panel, SeatState } from "../types.js";

/** A detail of so many letters stands where it is; a longer one is opened. */
const SHORT = 56;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The cards in play come first, then the score: how near each side is to winning stands above them all. */
const rank = (panel: Panel) => (panel.kind === "cards" || panel.kind === "fan" ? 0 : panel.kind === "score" ? 1 : 2);

@customElement("kemu-panels")
export class KemuPanels extends Light {
  @property({ attribute: false }) panels: Panel[] = [];
  @property({ attribute: false }) seats: SeatState[] = [];
  @property({ attribute: false }) choices: Selectable[] = [];
  @property({ type: Number }) hinted: number | null = null;
  /** Which panels these are: those that the prompt asks about, or the others. */
  @property({ type: Boolean }) needed = false;
  /** The item that is taken up. */
  @property() taken = "";
  @property({ type: Boolean }) lively = false;
  /** What to look at: ids of panels and items. */
  @property({ attribute: false }) points: string[] = [];
  /** Changes when the symbols were drawn anew. */
  @property({ attribute: false }) base: unknown = null;
  private values = new Map<string, string>();

  protected render() {
    const shown = this.panels.filter((panel) => panel.items.length && this.asked(panel) === this.needed).sort((a, b) => rank(a) - rank(b));
    return shown.map((panel) => html`
      <section class="panel panel-${panel.kind} ${this.points.includes(panel.id) ? "pointed" : ""}" aria-label=${panel.title}>
        <h2>${panel.title}</h2>
        ${panel.kind === "fan"
          ? html`<kemu-fan .panel=${panel} .choices=${this.choices} .hinted=${this.hinted} .taken=${this.taken} .points=${this.points}></kemu-fan>`
          : html`<ul>${panel.items.map((item) => this.item(item, panel))}</ul>`}
      </section>`);
  }

  /** Whether something in a panel can be chosen now: then it lies beside the prompt. */
  private asked(panel: Panel): boolean {
    return this.choices.some((choice) => standsOn(choice).some((id) => panel.items.some((item) => item.id === id)));
  }

  private item(item: Item, panel: Panel) {
    const choices = this.choices.filter((choice) => standsOn(choice).includes(item.id));
    const hinted = choices.some((choice) => choice.option === this.hinted);
    const seat = item.seat == null ? undefined : this.seats[item.seat];
    const detail = item.detail && item.detail !== item.label ? item.detail : "";
    // What can be chosen now must be read first; the rest of a long text waits until it is asked for.
    const inline = detail !== "" && panel.kind !== "track" && !item.more?.length && (detail.length <= SHORT || choices.length > 0 || panel.kind === "text");
    const inside = html`
      ${item.symbol
        ? html`<svg class="item-symbol" aria-hidden="true"><use href="#${symbolId(item.symbol)}"></use></svg>`
        : seat ? seatMark(seat.name, item.seat!, seat.colour) : nothing}
      <span class="item-label">${item.label}</span>
      ${item.value ? html`<span class="item-value">${item.value}</span>` : nothing}
      ${inline ? html`<span class="item-detail">${detail}</span>` : nothing}
      ${item.source === "reconstruction" ? html`<span class="label">${text.reconstruction}</span>` : nothing}
      ${choices.length === 1 && choices[0]!.odds ? html`<span class="odds">${choices[0]!.odds}</span>` : nothing}`;
    const more = detail && !inline && panel.kind !== "track" ? html`<details class="item-more"><summary>${text.more}</summary>${item.more?.length ? item.more.map((line) => html`<p>${line}</p>`) : detail}</details>` : nothing;
    const classes = `item ${this.points.includes(item.id) ? "pointed" : ""} ${item.lit ? "lit" : ""} ${choices.length ? "open" : ""} ${hinted ? "hinted" : ""} ${this.taken === item.id ? "taken" : ""}`;
    const title = panel.kind === "track" && detail ? detail : nothing;
    return html`<li data-item=${item.id} aria-current=${panel.kind === "track" && item.lit ? "step" : nothing} title=${title}>
      ${choices.length
        ? html`<button type="button" class=${classes} aria-label=${choices.map((choice) => choice.label).join("; ")} @click=${(event: MouseEvent) => this.choose(choices, item.id, event)}>${inside}</button>`
        : html`<div class=${classes} @click=${() => this.tell("kemu-touch", { id: item.id })}>${inside}</div>`}
      ${more}
    </li>`;
  }

  private choose(choices: Selectable[], target: string, event: MouseEvent) {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    this.tell("kemu-choose", { choices, at: { x: box.left + box.width / 2, y: box.bottom }, target });
  }

  protected updated() {
    const pictures = [...this.querySelectorAll<SVGSVGElement>("svg.item-symbol")];
    // All are measured before any is changed: a change between two measurings lays out the whole page anew.
    const boxes = pictures.map((picture) => (picture.firstElementChild as SVGGraphicsElement).getBBox());
    for (const [number, { x, y, width, height }] of boxes.entries()) {
      if (width) pictures[number]!.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    }
    this.animateChanges();
  }

  /** A card that was drawn, a die that was thrown, a score that changed: let it be seen. */
  private animateChanges() {
    const now = new Map(this.panels.flatMap((panel) => panel.items.map((item) => [item.id, `${item.value ?? ""} ${item.symbol ?? ""}`] as const)));
    if (this.lively && !calm.matches && this.values.size) {
      for (const [id, value] of now) {
        if (this.values.get(id) === value) continue;
        const item = [...this.querySelectorAll<HTMLElement>("[data-item]")].find((one) => one.dataset.item === id);
        const fresh = !this.values.has(id);
        item?.firstElementChild?.animate(
          fresh ? [{ transform: "rotateY(85deg) translateY(-10px)", opacity: 0 }, { transform: "none", opacity: 1 }] : [{ transform: "scale(1.12)" }, { transform: "none" }],
          { duration: fresh ? 420 : 300, easing: "cubic-bezier(.3,.8,.3,1)" },
        );
      }
    }
    this.values = now;
  }
}
