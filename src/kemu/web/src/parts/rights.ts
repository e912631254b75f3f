// What a player may do whatever the prompt asks: take back, ask for a hint, offer a draw, resign.

import { html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Light } from "../light.js";
import type { TableSession } from "../session.js";
import { text } from "../text.js";

@customElement("kemu-rights")
export class KemuRights extends Light {
  @property({ attribute: false }) session!: TableSession;
  @property({ type: Number }) version = 0;

  protected render() {
    const { session } = this;
    const now = session.now!;
    if (!session.seated || now.pending.type === "over" || session.step) return nothing;
    const past = session.past ? text.pastFirst : "";
    const asked = now.backAsked === null ? "" : now.backAsked === now.seat ? text.backWaits : text.backFirst;
    const back = now.takeBack === "ask" ? text.askBack : now.takeBack === "back" ? text.takeBack : text.undo;
    return html`<div class="row rights">
      ${this.right(back, past || asked || (now.takeBack ? "" : now.takeBackWhy), () => void session.takeBack(), text.backTitle[now.takeBack] ?? "", "take-back", now.takeBack)}
      ${this.right(text.hint, past || (session.yours ? "" : text.notYours), () => void session.hint())}
      ${now.draws ? this.right(text.offerDraw, past || (session.drawOffer === null ? "" : text.drawStands), () => void session.draw("offer")) : nothing}
      ${this.right(text.resign, past, () => this.tell("kemu-resign"))}
    </div>`;
  }

  /** A button that is greyed as long as it has a reason for it: it says why, to the mouse and to whoever presses it all the same. */
  private right(label: string, why: string, act: () => void, title = "", kind = "", may = "") {
    return html`<button type="button" class="${kind} ${why ? "greyed" : ""}" data-may=${may || nothing} ?disabled=${this.session.sending} aria-disabled=${Boolean(why)} title=${why || title || nothing} @click=${why ? () => this.session.refuse(why) : act}>${label}</button>`;
  }
}
