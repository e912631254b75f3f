// Who plays, and whether he is there: a line beside the prompt, at tables where somebody plays elsewhere.

import { html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { askToNotify } from "../attention.js";
import "./clock.js";
import { Light } from "../light.js";
import { seatMark } from "../seat.js";
import type { TableSession } from "../session.js";
import { text } from "../text.js";
import { playsElsewhere } from "../together.js";
import type { SeatState } from "../types.js";

@customElement("kemu-players")
export class KemuPlayers extends Light {
  @property({ attribute: false }) session!: TableSession;
  @property({ type: Number }) version = 0;

  protected render() {
    if (!playsElsewhere(this.session)) return nothing;
    return html`<ul class="players ${this.session.now!.clock ? "timed" : ""}" aria-label=${text.players}>${this.session.now!.seats.map((seat, index) => this.player(seat, index))}</ul>`;
  }

  private player(seat: SeatState, index: number) {
    const own = this.session.mine.includes(seat.name);
    const how = own || seat.kind === "computer" ? "" : !seat.taken ? text.seatFree : seat.present ? text.here : text.away;
    const { clock, pending } = this.session.now!;
    const over = pending.type === "over";
    // With days a turn there is nothing left of a game that has ended.
    const timed = clock && seat.kind !== "computer" && (clock.bank || !over) ? clock : null;
    return html`<li class="${own ? "own" : ""} ${seat.present ? "here" : "away"}">${seatMark(seat.name, index, seat.colour)}<span class="player-name">${seat.player || seat.title}</span>
      ${how ? html`<span class="player-how">${how}</span>` : nothing}
      ${timed ? html`<kemu-clock .clock=${timed} .over=${over} .seat=${seat.name} .who=${seat.player || seat.title}></kemu-clock>` : nothing}</li>`;
  }
}

/** Who waits for somebody far away looks elsewhere meanwhile: he can be told, if he asks for it by a click. */
@customElement("kemu-bell")
export class KemuBell extends Light {
  @property({ attribute: false }) session!: TableSession;
  @property({ type: Number }) version = 0;

  protected render() {
    const { session } = this;
    const asks = playsElsewhere(session) && session.seated && session.now!.pending.type !== "over" && "Notification" in window && Notification.permission === "default";
    return asks ? html`<button type="button" class="quiet bell" @click=${this.ask}>${text.notify}</button>` : nothing;
  }

  private readonly ask = async () => {
    const allowed = await askToNotify();
    this.session.tell(allowed ? text.notifyOn : text.notifyDenied, true);
  };
}
