// After a game: play again. Where somebody plays elsewhere both must agree, and then find themselves at the new table.

import { html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { follow, Light } from "../light.js";
import { root } from "../root.js";
import type { TableSession } from "../session.js";
import { text } from "../text.js";
import { asksAll } from "../together.js";

@customElement("kemu-again")
export class KemuAgain extends Light {
  @property({ attribute: false }) session!: TableSession;
  @property({ type: Number }) version = 0;

  protected render() {
    const { session } = this;
    const { rematch, seat } = session.now!;
    if (rematch.table) return html`<a class="button primary" href="${root}/t/${encodeURIComponent(rematch.table)}" @click=${follow}>${text.againGo}</a>`;
    if (!seat) return nothing;
    if (!asksAll(session)) return html`<button type="button" class="primary" @click=${() => this.tell("kemu-rematch")}>${text.again}</button>`;
    const others = rematch.wants.filter((one) => !session.mine.includes(one));
    if (rematch.wants.includes(seat))
      return html`<div class="notice news again-asked" role="status"><span>${text.againWaits(this.missing())}</span><button type="button" @click=${() => session.playAgain(false)}>${text.againTakeBack}</button></div>`;
    if (others.length)
      return html`<div class="notice news again-asked" role="status"><span>${text.againAsks(session.player(others[0]!))} ${this.clock()}</span>
        <span class="row"><button type="button" class="primary" @click=${() => session.playAgain(true)}>${text.againYes}</button><button type="button" @click=${() => session.playAgain(false)}>${text.againNo}</button></span></div>`;
    return html`<button type="button" class="primary" ?disabled=${session.sending} @click=${() => session.playAgain(true)}>${text.againSwapped}</button>${this.clock()}`;
  }

  private clock() {
    const { clock } = this.session.now!;
    return clock ? html`<span class="quiet-words again-clock">${text.againClock(clock)}</span>` : nothing;
  }

  /** Who has not agreed yet. */
  private missing(): string {
    const { rematch, seats } = this.session.now!;
    return seats.filter((one) => one.kind !== "computer" && !rematch.wants.includes(one.name)).map((one) => this.session.player(one.name)).join(", ");
  }
}
