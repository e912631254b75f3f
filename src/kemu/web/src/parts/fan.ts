// A hand of cards, held as a fan: of each card its edge is in sight, with what it is worth and its title; one is raised, and its
// text stands above them. Which cards can be chosen now is marked; a finger raises a card first and is asked whether it is meant.

import { html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { standsOn } from "../board/targets.js";
import { Light } from "../light.js";
import { text } from "../text.js";
import type { Selectable, Item, Panel } from "../types.js";

/** So many cards stand side by side, each wide enough for a finger. */
const MOST = 6;
/** By so many degrees each leans away from its neighbour. */
const LEAN = 1.8;

@customElement("kemu-fan")
export class KemuFan extends Light {
  @property({ attribute: false }) panel!: Panel;
  @property({ attribute: false }) choices: Selectable[] = [];
  @property({ type: Number }) hinted: number | null = null;
  /** The card that is taken up. */
  @property() taken = "";
  @property({ attribute: false }) points: string[] = [];
  @state() private raised = "";

  protected render() {
    const { items } = this.panel;
    const read = items.find((item) => item.id === this.raised) ?? items.find((item) => this.of(item).length) ?? items[0]!;
    return html`
      <p class="fan-reads"><strong>${read.label}</strong> ${read.detail}${read.source === "reconstruction" ? html` <span class="label">${text.reconstruction}</span>` : nothing}</p>
      <ul @pointerleave=${this.rest}>${items.map((item) => this.card(item, item === read))}</ul>`;
  }

  /** Style by properties: the page allows no style in its markup. */
  protected updated() {
    const all = this.panel.items.length;
    const columns = Math.ceil(all / Math.ceil(all / MOST));
    this.querySelector("ul")!.style.setProperty("--columns", String(columns));
    this.querySelectorAll("li").forEach((card, number) => card.style.setProperty("--lean", `${((number % columns) - (columns - 1) / 2) * LEAN}deg`));
  }

  private of(item: Item): Selectable[] {
    return this.choices.filter((choice) => standsOn(choice).includes(item.id));
  }

  private card(item: Item, read: boolean) {
    const choices = this.of(item);
    const hinted = choices.some((choice) => choice.option === this.hinted);
    const classes = `item ${read ? "raised" : ""} ${item.lit ? "lit" : ""} ${choices.length ? "open" : ""} ${hinted ? "hinted" : ""} ${this.taken === item.id ? "taken" : ""} ${this.points.includes(item.id) ? "pointed" : ""}`;
    const inside = html`<span class="item-value">${item.value}</span><span class="item-label">${item.label}</span>`;
    const raise = () => { this.raised = item.id; };
    return html`<li data-item=${item.id}>${choices.length
      ? html`<button type="button" class=${classes} aria-label="${choices.map((choice) => choice.label).join("; ")}. ${item.detail}" @pointerenter=${raise} @focus=${raise} @click=${(event: MouseEvent) => this.choose(item, choices, event)}>${inside}</button>`
      : html`<div class=${classes} tabindex="0" role="img" aria-label="${item.label}, ${item.value}. ${item.detail}" @pointerenter=${raise} @focus=${raise} @click=${raise}>${inside}</div>`}</li>`;
  }

  private choose(item: Item, choices: Selectable[], event: MouseEvent) {
    this.raised = item.id;
    const box = (event.currentTarget as Element).getBoundingClientRect();
    this.tell("kemu-choose", { choices, at: { x: box.left + box.width / 2, y: box.bottom }, target: item.id, slips: true });
  }

  private readonly rest = (event: PointerEvent) => {
    if (event.pointerType === "mouse") this.raised = "";
  };
}
