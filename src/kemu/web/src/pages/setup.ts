// Setting up a game: how to play, who sits where. Every default is ready to be started with.

import { html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import * as api from "../api.js";
import type { SeatRequest } from "../api.js";
import { follow, go, Light } from "../light.js";
import "../parts/winning.js";
import { said, seatMark } from "../seat.js";
import * as store from "../store.js";
import { text } from "../text.js";
import type { ClockTerms, GameInfo, OptionInfo, LevelInfo, NewTable } from "../types.js";
import { root } from "../root.js";

/** Start a table with these choices, remember its seats, and go there. */
export async function startTable(about: { id: string; title: string }, options: object, seats: Record<string, SeatRequest>, more: Partial<NewTable> = {}) {
  const made = await api.create(about.id, options, seats, more);
  const own: Record<string, string> = {};
  const invites: Record<string, string> = {};
  for (const [name, seat] of Object.entries(made.seats)) {
    if (!seat) continue;
    if (seat.token) own[name] = seat.token;
    if (seat.invite) invites[name] = seat.invite;
  }
  store.remember({ table: made.table, game: made.game, title: about.title, seats: own, invites, at: Date.now() });
  go(`${root}/t/${encodeURIComponent(made.table)}`);
}

/** The level with which a computer sits down, in whichever seat: the middle one. */
const usual = (about: GameInfo): LevelInfo | undefined => about.levels[Math.floor((about.levels.length - 1) / 2)];

@customElement("kemu-setup")
export class KemuSetup extends Light {
  @property() game = "";
  /** Come from the guided game: its lesson is not offered again. */
  @property({ type: Boolean }) first = false;
  /** Somebody's first game: the easiest settings, and an opponent that errs. */
  @state() private easy = false;
  @state() private about: GameInfo | null = null;
  @state() private options: Record<string, unknown> = {};
  @state() private seats: Record<string, SeatRequest> = {};
  @state() private listed = false;
  @state() private clock: ClockTerms | null = null;
  @state() private trouble = "";
  @state() private starting = false;
  private name = store.wishes().name;

  connectedCallback() {
    super.connectedCallback();
    void this.load();
  }

  private async load() {
    try {
      const about = (await api.games()).find((one) => one.id === this.game);
      if (!about || about.broken) return go(`${root}/`);
      this.about = about;
      document.title = `${text.setUp(about.title)} · ${text.product}`;
      this.propose(this.first || !store.played(about.id));
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  /** The level with which a computer sits down, in whichever seat. */
  private proposed(about: GameInfo): LevelInfo | undefined {
    return this.easy ? about.levels[0] : usual(about);
  }

  /** Choose for the one who comes: what is easiest, or what is usual. */
  private propose(easy: boolean) {
    const about = this.about!;
    this.easy = easy;
    this.options = { ...Object.fromEntries(about.options.map((option) => [option.name, option.default])), ...(easy ? about.easy : {}) };
    const level = this.proposed(about)?.id;
    this.seats = Object.fromEntries(about.seats.map((seat, index) => [seat, index === 0 || !level ? { kind: "you" } : { kind: "computer", level }]));
  }

  protected render() {
    const about = this.about;
    if (!about) return this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : html`<p class="loading" role="status">${text.loading}</p>`;
    return html`
      <form class="setup" @submit=${this.start}>
        <div class="setup-picture">
          <img src=${api.gamePicture(about.id)} alt="" />
        </div>
        <div class="setup-words">
          <p class="crumbs"><a href="${root}/" @click=${follow}>← ${text.home}</a></p>
          <h1>${about.title}</h1>
          <p class="lead">${about.sentence}</p>
          ${about.reconstruction ? html`<p class="note"><span class="label">${text.reconstruction}</span> ${text.reconstructionLong}</p>` : nothing}
          ${this.first ? nothing : this.learn(about)}
          ${this.easy ? html`<p class="note first-note"><span>${text.firstGame}</span> <button type="button" @click=${() => this.propose(false)}>${text.usualSettings}</button></p>` : nothing}
          <kemu-winning .game=${about.id}></kemu-winning>
          <p class="row rules-way"><a class="button" href="${root}/#/rules/${encodeURIComponent(about.id)}" @click=${follow}>${text.rulesLink}</a></p>
          <h2>${text.seats}</h2>
          ${about.seats.map((seat, index) => this.seat(about, seat, index))}
          ${this.together(about)}
          ${about.options.length ? html`<h2>${text.options}</h2>` : nothing}
          ${about.options.map((option) => this.option(option))}
          ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
          ${about.credits ? html`<p class="quiet-words credits">${about.credits}</p>` : nothing}
          <div class="setup-go"><button class="primary large" ?disabled=${this.starting}>${this.starting ? text.starting : text.start}</button></div>
        </div>
      </form>`;
  }

  /** Who has never played it is shown the way to its guided first game. */
  private learn(about: GameInfo) {
    const [lesson] = about.lessons;
    if (!lesson) return nothing;
    return html`<p class="note learn-note">${text.learnLead(lesson.minutes)} <a class="button" href="${root}/#/learn/${encodeURIComponent(about.id)}/${encodeURIComponent(lesson.id)}" @click=${follow}>${text.learn}</a></p>`;
  }

  private seat(about: GameInfo, seat: string, index: number) {
    const now = this.seats[seat]!;
    const set = (change: Partial<SeatRequest>) => (this.seats = { ...this.seats, [seat]: { ...now, ...change } as SeatRequest });
    const kinds = [["you", text.you], ["friend", text.friend], ...(about.levels.length ? [["computer", text.computer]] : [])] as [SeatRequest["kind"], string][];
    const level = about.levels.find((one) => one.id === now.level) ?? this.proposed(about);
    return html`
      <fieldset class="seat">
        <legend>${seatMark(seat, index, about.colours[index])} ${about.titles[index]}</legend>
        <div class="segments">
          ${kinds.map(
            ([kind, label]) => html`<label><input type="radio" name="seat-${seat}" value=${kind} .checked=${now.kind === kind} @change=${() => set({ kind, level: level?.id })} /><span>${label}</span></label>`,
          )}
        </div>
        ${now.kind === "you"
          ? html`<label class="field">${text.yourName}<input maxlength="40" autocomplete="nickname" .value=${now.name ?? this.name} @input=${(event: Event) => this.rename(seat, (event.target as HTMLInputElement).value)} /></label>`
          : nothing}
        ${now.kind === "friend" ? html`<p class="quiet-words">${text.friendNote}</p>` : nothing}
        ${now.kind === "computer" && level
          ? html`<label class="field">${text.level}
                <select @change=${(event: Event) => set({ level: (event.target as HTMLSelectElement).value })}>
                  ${about.levels.map((one) => html`<option value=${one.id} ?selected=${one.id === level.id}>${one.label}</option>`)}
                </select></label>
              <p class="quiet-words">${level.explanation}</p>`
          : nothing}
      </fieldset>`;
  }

  /** What is agreed on with somebody who is elsewhere. */
  private together(about: GameInfo) {
    if (!Object.values(this.seats).some((seat) => seat.kind === "friend")) return nothing;
    return html`${this.timed(this.seats) ? this.clocks(about) : nothing}<label class="check"><input type="checkbox" name="listed" .checked=${this.listed} @change=${(event: Event) => (this.listed = (event.target as HTMLInputElement).checked)} /> ${text.listIt}</label>
      <p class="quiet-words">${text.listNote}</p>`;
  }

  /** A clock is for people who play each other from two devices. */
  private timed(seats: Record<string, SeatRequest>): boolean {
    const people = Object.values(seats).filter((seat) => seat.kind !== "computer");
    return people.length > 1 && people.some((seat) => seat.kind === "friend");
  }

  private clocks(about: GameInfo) {
    const choice = (terms: ClockTerms | null, label: string) =>
      html`<label><input type="radio" name="clock" .checked=${this.clock === terms} @change=${() => (this.clock = terms)} /><span>${label}</span></label>`;
    return html`<fieldset class="option clocks" aria-describedby="explains-clock">
        <legend>${text.clock}</legend>
        <div class="segments">${choice(null, text.noClock)}${about.clocks.map((terms) => choice(terms, text.clockTerms(terms)))}</div>
        <p class="quiet-words" id="explains-clock">${this.clock ? text.clockRule(this.clock) : ""}</p>
      </fieldset>`;
  }

  private terms(seats: Record<string, SeatRequest>): Partial<NewTable> {
    const friend = Object.values(seats).some((seat) => seat.kind === "friend");
    return { ...(friend ? { listed: this.listed } : {}), ...(this.timed(seats) && this.clock ? { clock: this.clock } : {}) };
  }

  private rename(seat: string, name: string) {
    this.name = name;
    this.seats = { ...this.seats, [seat]: { ...this.seats[seat]!, name } };
  }

  private option(option: OptionInfo) {
    const now = this.options[option.name];
    const set = (value: unknown) => (this.options = { ...this.options, [option.name]: value });
    const id = `explains-${option.name}`;
    if (!option.choices.length)
      return html`<label class="field">${text.optionName(option.name)}<input .value=${String(now ?? "")} aria-describedby=${id} @input=${(event: Event) => set((event.target as HTMLInputElement).value)} /></label>
        <p class="quiet-words" id=${id}>${option.explanation}</p>`;
    return html`
      <fieldset class="option" aria-describedby=${id}>
        <legend>${text.optionName(option.name)}</legend>
        <div class="segments ${option.pictured ? "pictured" : ""}">
          ${option.choices.map(
            (choice, place) => html`<label><input type="radio" name="option-${option.name}" value=${String(choice)} .checked=${choice === now} @change=${() => set(choice)} /><span>${option.pictured ? html`<img src=${api.choicePicture(this.game, String(choice))} alt="" />` : nothing}${option.labels[place] ?? said(choice)}</span></label>`,
          )}
        </div>
        <p class="quiet-words" id=${id}>${option.explanation}</p>
      </fieldset>`;
  }

  private async start(event: Event) {
    event.preventDefault();
    if (this.starting) return;
    this.starting = true;
    this.trouble = "";
    store.wish({ name: this.name });
    const seats = Object.fromEntries(
      Object.entries(this.seats).map(([seat, wanted]) => [
        seat,
        wanted.kind === "computer" ? { kind: wanted.kind, level: wanted.level } : wanted.kind === "you" ? { kind: wanted.kind, name: (wanted.name ?? this.name).trim() } : { kind: wanted.kind },
      ]),
    ) as Record<string, SeatRequest>;
    try {
      await startTable(this.about!, this.options, seats, this.terms(seats));
    } catch (error) {
      this.trouble = (error as Error).message;
      this.starting = false;
    }
  }
}
