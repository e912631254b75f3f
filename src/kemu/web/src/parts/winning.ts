// How a game is won: in three sentences and a picture, before the first move and at hand ever after; and how near each side is.

import { html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import * as api from "../api.js";
import { Light } from "../light.js";
import { seatMark, titled } from "../seat.js";
import { text } from "../text.js";
import type { GameInfo, NearState, SeatState } from "../types.js";

/** How near each side is, as a bar and in words. */
export const nearness = (near: readonly NearState[], seats: readonly SeatState[]) =>
  near.length
    ? html`<ul class="near" aria-label=${text.nearness}>${near.map((one) => {
        const index = seats.findIndex((seat) => seat.name === one.seat);
        return html`<li>${seatMark(one.seat, index, seats[index]?.colour)} <span class="near-words">${titled(seats, one.seat)}: ${one.words}</span>
          <meter min="0" max="1" value=${one.part} aria-label="${titled(seats, one.seat)}: ${one.words}"></meter></li>`;
      })}</ul>`
    : nothing;

@customElement("kemu-winning")
export class KemuWinning extends Light {
  @property() game = "";
  @property({ attribute: false }) near: readonly NearState[] = [];
  @property({ attribute: false }) seats: readonly SeatState[] = [];
  @state() private about: GameInfo | null = null;

  connectedCallback() {
    super.connectedCallback();
    void api.games().then((games) => (this.about = games.find((one) => one.id === this.game) ?? null), () => undefined);
  }

  protected render() {
    const { about } = this;
    if (!about?.ways.length) return nothing;
    return html`
      <section class="winning" aria-labelledby="winning-title">
        <h2 id="winning-title">${text.winning}</h2>
        <ol>${about.ways.map((way) => html`<li>${way}</li>`)}</ol>
        ${nearness(this.near, this.seats)}
        <figure><img src=${api.winningPicture(about.id)} alt="" loading="lazy" /><figcaption>${about.caption}</figcaption></figure>
      </section>`;
  }
}
