// About this table: links to pass on, the record, pictures, the dice's commitment and secret, wishes of this browser.

import { html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { askToNotify } from "../attention.js";
import { copyText, download, Light } from "../light.js";
import { said, seatMark } from "../seat.js";
import type { TableSession } from "../session.js";
import * as store from "../store.js";
import { text } from "../text.js";
import { root } from "../root.js";

@customElement("kemu-about")
export class KemuAbout extends Light {
  @property({ attribute: false }) session!: TableSession;
  /** Changes with everything that the session tells. */
  @property({ type: Number }) version = 0;
  @state() private copied = "";
  @state() private wishes = store.wishes();
  @state() private trouble = "";
  @state() private drawing = false;
  @state() private passedOn = "";

  protected render() {
    const now = this.session.now!;
    const over = now.pending.type === "over";
    const link = `${location.origin}${root}/t/${encodeURIComponent(now.table)}`;
    return html`
      <h3>${text.seatsOfTable}</h3>
      <ul class="facts">
        ${now.seats.map((seat, index) => html`<li>${seatMark(seat.name, index, seat.colour)} <span>${seat.title}</span>
          <span class="quiet-words">${seat.kind === "computer" ? seat.player || text.computer : seat.player || ""}</span>
          <span class="quiet-words">${seat.kind === "computer" ? "" : seat.present ? text.here : text.away}</span></li>`)}
      </ul>
      ${Object.keys(now.options).length
        ? html`<h3>${text.optionsOfTable}</h3><ul class="facts">${Object.entries(now.options).map(([name, value]) => html`<li><span>${text.optionName(name)}</span> <strong>${said(value)}</strong></li>`)}</ul>`
        : nothing}
      ${now.clock ? html`<h3>${text.clock}</h3><p><strong>${text.clockTerms(now.clock)}</strong></p><p class="quiet-words">${text.clockRule(now.clock)}</p>` : nothing}
      <h3>${text.share}</h3>
      ${this.link(over ? text.shareFinished : text.shareGame, link)}
      ${over || !this.session.seated ? nothing : this.passOn()}
      ${over ? nothing : this.hints()}
      <div class="row">
        <button type="button" @click=${this.saveRecord}>${text.record}</button>
        <button type="button" aria-busy=${this.drawing} @click=${this.savePicture}>${this.drawing ? text.drawing : text.picture}</button>
      </div>
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      <h3>${text.fairness}</h3>
      ${now.commitment
        ? html`<p class="quiet-words">${text.commitmentNote}</p>
            <dl class="proof">
              <dt>${text.commitment}</dt><dd><code>${now.commitment}</code></dd>
              ${Object.entries(now.salts).map(([seat, salt]) => html`<dt>${text.saltOf(this.session.title(seat))}</dt><dd>${salt === null ? text.noSaltYet : html`<code>${salt}</code>`}</dd>`)}
              ${now.secret ? html`<dt>${text.secret}</dt><dd><code>${now.secret}</code></dd>` : nothing}
            </dl>
            ${this.compared()}
            <p class="quiet-words">${text.cannotProve}</p>
            ${now.secret ? html`<p class="quiet-words">${text.verify} <code>${text.verifyCommand(this.fileName("jsonl"))}</code></p>` : nothing}`
        : html`<p class="quiet-words">${text.noDice}</p>`}
      <label class="check"><input type="checkbox" .checked=${this.wishes.notify} @change=${this.askToNotify} /> ${text.notify}</label>
      <label class="check"><input type="checkbox" .checked=${this.wishes.keys} @change=${(event: Event) => (this.wishes = store.wish({ keys: (event.target as HTMLInputElement).checked }))} /> ${text.keysWish}</label>
      <label class="check"><input type="checkbox" .checked=${store.wishes().sound} @change=${() => this.tell("kemu-sound")} /> ${text.soundWish}</label>
      <label class="field">${text.paceWish}
        <select @change=${(event: Event) => (this.wishes = store.wish({ pace: (event.target as HTMLSelectElement).value as store.Pace }))}>
          ${Object.entries(text.paces).map(([value, label]) => html`<option value=${value} ?selected=${this.wishes.pace === value}>${label}</option>`)}
        </select>
      </label>
      <label class="field">${text.confirmWish}
        <select @change=${(event: Event) => (this.wishes = store.wish({ confirm: (event.target as HTMLSelectElement).value as store.Wishes["confirm"] }))}>
          ${Object.entries(text.confirmWishes).map(([value, label]) => html`<option value=${value} ?selected=${this.wishes.confirm === value}>${label}</option>`)}
        </select>
      </label>`;
  }

  /** Whether salts and commitment are those that this browser has made and been told. */
  private compared() {
    const now = this.session.now!;
    const own = this.session.mine.flatMap((seat) => {
      const kept = store.saltOf(now.table, seat);
      return kept && now.salts[seat] ? [kept.salt === now.salts[seat] && kept.commitment === now.commitment] : [];
    });
    if (!own.length) return nothing;
    return own.every(Boolean) ? html`<p class="quiet-words">${text.saltKept}</p>` : html`<p class="trouble" role="alert">${text.saltChanged}</p>`;
  }

  /** Where somebody plays elsewhere, hints are agreed to. */
  private hints() {
    const { session } = this;
    const elsewhere = session.now!.seats.some((seat) => seat.kind !== "computer" && !session.mine.includes(seat.name));
    if (!session.seated || !elsewhere) return nothing;
    const agrees = session.agreesToHints;
    const others = session.now!.hints.filter((seat) => seat !== session.now!.seat);
    const stands = agrees ? (others.length ? text.hintsOn : text.hintsAsked) : others.length ? text.hintsWished(session.player(others[0]!)) : text.hintsOff;
    return html`<h3>${text.hints}</h3><p class="quiet-words">${stands}</p>
      <p><button type="button" @click=${() => session.agreeHints(!agrees)}>${agrees ? text.noHints : text.agreeHints}</button></p>`;
  }

  /** The seat goes with its player to another device. */
  private passOn() {
    if (!this.passedOn) return html`<p><button type="button" @click=${this.makePassOn}>${text.passOn}</button></p>`;
    return html`${this.link(text.passOn, this.passedOn)}<p class="quiet-words">${text.passOnNote}</p>`;
  }
  private readonly makePassOn = () => this.saving(async () => { this.passedOn = await this.session.passOn(); });

  private link(label: string, link: string) {
    return html`<div class="link"><label>${label}<input readonly .value=${link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} /></label>
      <button type="button" @click=${() => this.copy(link)}>${this.copied === link ? text.copied : text.copy}</button></div>`;
  }

  private async copy(link: string) {
    if (await copyText(link)) this.copied = link;
  }

  private fileName(ending: string) {
    return `${this.session.now!.game}-${this.session.table}.${ending}`;
  }

  private readonly saveRecord = () => this.saving(async () => download(await this.session.record(), this.fileName("jsonl")));
  private readonly savePicture = async () => {
    if (this.drawing) return;
    this.drawing = true;
    await this.saving(async () => download(await this.session.picture("png"), this.fileName(`${this.session.shown!.ply}.png`)));
    this.drawing = false;
  };

  private async saving(save: () => Promise<void>) {
    this.trouble = "";
    try {
      await save();
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  private async askToNotify(event: Event) {
    const box = event.target as HTMLInputElement;
    const allowed = box.checked && (await askToNotify());
    if (box.checked && !allowed) this.trouble = text.notifyDenied;
    this.wishes = store.wish({ notify: allowed });
    box.checked = allowed;
  }
}
