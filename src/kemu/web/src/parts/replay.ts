// The replay bar: every moment of the game, also while it runs. A range input, so arrow keys, Home and End come with it.

import { html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../icons.js";
import { Light } from "../light.js";
import { text } from "../text.js";

@customElement("kemu-replay")
export class KemuReplay extends Light {
  @property({ type: Number }) ply = 0;
  @property({ type: Number }) last = 0;

  protected render() {
    const { ply, last } = this;
    const look = (to: number) => () => this.tell("kemu-look", to);
    const button = (label: string, sign: "start" | "back" | "on", to: number, off: boolean) =>
      html`<button type="button" class="icon" title=${label} aria-label=${label} ?disabled=${off} @click=${look(to)}>${icon(sign)}</button>`;
    return html`
      <div class="replay" role="group" aria-label=${text.replay}>
        ${button(text.toStart, "start", 0, ply === 0)}
        ${button(text.previous, "back", ply - 1, ply === 0)}
        <input type="range" min="0" max=${last} .value=${String(ply)} aria-label=${text.replay} aria-valuetext=${text.moment(ply, last)}
          @input=${(event: Event) => this.tell("kemu-look", Number((event.target as HTMLInputElement).value))} />
        ${button(text.next, "on", ply + 1, ply === last)}
        <span class="replay-count" aria-hidden="true">${ply}<span>/${last}</span></span>
        <button type="button" class="now ${ply === last ? "" : "lit"}" ?disabled=${ply === last} @click=${look(last)}>${text.toNow}</button>
      </div>`;
  }
}
