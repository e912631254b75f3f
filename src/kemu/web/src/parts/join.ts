// What somebody sits down at who came by a link: the game, his side, who opened it, how it is played and won, how long it takes.
// He gives a name, and presses a button; before that he only watches.

import { html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import * as api from "../api.js";
import { Light } from "../light.js";
import { said } from "../seat.js";
import type { TableSession } from "../session.js";
import * as store from "../store.js";
import { text } from "../text.js";
import type { GameInfo, SeatState } from "../types.js";

/** So many options are told one below the other. */
const MOST = 4;

@customElement("kemu-join")
export class KemuJoin extends Light {
  @property({ attribute: false }) session!: TableSession;
  @property({ type: Number }) version = 0;
  @state() private about: GameInfo | null = null;
  private name = store.wishes().name;

  connectedCallback() {
    super.connectedCallback();
    void this.load();
  }

  /** What the game is about is told beside what the table says; without it the seat can be taken all the same. */
  private async load() {
    const games = await api.games().catch(() => []);
    this.about = games.find((game) => game.id === this.session.now!.game) ?? null;
  }

  protected render() {
    const { session, about } = this;
    const now = session.now!;
    const seat = session.offer!.seat;
    const opener = now.seats.find((one) => one.kind === "you" && one.name !== seat);
    return html`<section class="join" aria-labelledby="join-title">
      <h2 id="join-title">${text.invitedBy(opener?.player ?? "", seat && session.title(seat))}</h2>
      <p><strong>${now.title}.</strong> ${about ? `${about.sentence} ${about.minutes ? text.joinTime(about.minutes) : ""}` : nothing}</p>
      <ul class="join-facts">
        ${now.seats.filter((one) => one.name !== seat).map((one) => html`<li>${this.other(one)}</li>`)}
        ${now.clock ? html`<li class="join-clock">${text.clock}: <strong>${text.clockTerms(now.clock)}</strong>. ${text.clockRule(now.clock)} ${text.clockAgree}</li>` : nothing}
        ${this.options(true)}
      </ul>
      ${this.many() ? html`<details><summary>${text.joinOptions}</summary><ul class="join-facts">${this.options(false)}</ul></details>` : nothing}
      ${about?.ways.length ? html`<details><summary>${text.winning}</summary><ol>${about.ways.map((way) => html`<li>${way}</li>`)}</ol></details>` : nothing}
      <form @submit=${this.sit}>
        <label class="field">${text.joinName}<input name="player" maxlength="40" autocomplete="nickname" .value=${this.name} @input=${(event: Event) => (this.name = (event.target as HTMLInputElement).value)} /></label>
        <div class="row"><button class="primary large" ?disabled=${session.sending}>${text.claim}</button><button type="button" @click=${() => session.onlyLook()}>${text.joinOnlyLook}</button></div>
        <p class="quiet-words">${text.claimNote}</p>
      </form>
    </section>`;
  }

  private other(seat: SeatState): string {
    if (seat.kind === "computer") return text.joinComputer(seat.title, seat.player);
    return seat.taken ? text.joinAgainst(seat.player, seat.title, seat.present) : text.joinFree(seat.title);
  }

  /** Whether the options are so many that only those stand here that are not the usual ones; the others are folded up. */
  private many = () => Object.keys(this.session.now!.options).length > MOST;

  /** How it is played: each option in the words of the form that it was chosen in. */
  private options(first: boolean) {
    return Object.entries(this.session.now!.options).map(([name, value]) => {
      const known = this.about?.options.find((option) => option.name === name);
      if (this.many() && first === (known?.default === value)) return nothing;
      const label = known?.labels[known.choices.indexOf(value)] ?? said(value);
      return html`<li>${text.optionName(name)}: <strong>${label}</strong></li>`;
    });
  }

  private sit(event: Event) {
    event.preventDefault();
    store.wish({ name: this.name.trim() });
    this.tell("kemu-sit", this.name.trim());
  }
}
