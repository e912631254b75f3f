// The course of a game that is over: the winning chances as a curve to scrub on, what was missed, and why.

import { html, nothing, svg, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import * as api from "../api.js";
import { icon } from "../icons.js";
import { copyText, Light } from "../light.js";
import { momentLink } from "../moment.js";
import type { TableSession } from "../session.js";
import { playOn } from "../playon.js";
import { text } from "../text.js";
import type { Judged, LevelInfo, Study } from "../types.js";

/** So often one asks how far the judging is, in milliseconds. */
const ASK = 1_000;
const SLOWLY = 5_000;

/** A moment that is marked: where one goes to look at it, and what is said there. */
export interface Mark { ply: number; turn: Judged }

/** The marked moments of a study: a missed chance where it could still be taken, a turning point where the game had turned. */
export function marksOf(study: Study): Mark[] {
  const marks = study.turns.flatMap((turn): Mark[] => (turn.missed ? [{ ply: turn.missed.ply, turn }] : turn.turning ? [{ ply: turn.last, turn }] : []));
  return marks.sort((a, b) => a.ply - b.ply);
}

/** The first seat's chance as it stood after a ply: what was judged last before it. */
export function chanceAt(study: Study, ply: number): number | null {
  const [first] = study.turns;
  if (!first || ply < first.first) return first ? first.before : null;
  const turn = study.turns.findLast((one) => one.first <= ply)!;
  return ply >= turn.last ? turn.after : turn.before;
}

/** The curve as points: the ply, and the chance of the first seat. */
export function curve(study: Study): [number, number][] {
  const [first] = study.turns;
  return first ? [[first.first, first.before], ...study.turns.map((turn): [number, number] => [turn.last, turn.after])] : [];
}

@customElement("kemu-study")
export class KemuStudy extends Light {
  @property({ attribute: false }) session!: TableSession;
  @property({ type: Number }) version = 0;
  @state() private study: Study | null = null;
  @state() private trouble = "";
  @state() private copied = -1;
  /** Whether it is being chosen with whom to go on from here. */
  @state() private going = false;
  @state() private levels: readonly LevelInfo[] = [];
  private asking = 0;
  private of: TableSession | null = null;

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.asking);
    this.of = null;
  }

  protected willUpdate(_: PropertyValues<this>) {
    if (this.of === this.session) return;
    clearTimeout(this.asking);
    this.of = this.session;
    this.study = null;
    this.trouble = "";
    void this.ask(this.session);
  }

  private async ask(session: TableSession) {
    let again = ASK;
    try {
      const study = await session.study();
      if (this.of !== session) return;
      this.study = study;
      if (study.done >= 1) return;
    } catch (error) {
      if (this.of !== session) return;
      if (error instanceof api.Refused && error.status !== 429) {
        this.trouble = error.message;
        return;
      }
      again = SLOWLY;
    }
    this.asking = window.setTimeout(() => this.ask(session), again);
  }

  protected render() {
    if (this.trouble) return html`<section class="study" aria-label=${text.study}><p class="quiet-words">${this.trouble}</p></section>`;
    const { study, session } = this;
    const ply = session.shown!.ply;
    return html`<section class="study" aria-label=${text.study} data-done=${study?.done ?? 0}>
      ${this.drawn(ply)}
      ${study && study.done >= 1 ? nothing : html`<p class="study-progress"><progress max="1" value=${study?.done ?? 0} aria-label=${text.studying(study?.done ?? 0)}></progress><span>${study?.done ? text.studying(study.done) : text.studyWaits}</span></p>`}
      <div class="study-says" role="status">${study ? this.says(study, ply) : nothing}</div>
      ${this.ways(ply)}
    </section>`;
  }

  // -- the curve ---------------------------------------------------------------------------------------------------------

  private drawn(ply: number) {
    const { study, session } = this;
    const last = Math.max(1, session.now!.ply);
    const [first] = session.now!.seats;
    const x = (at: number) => (1000 * at) / last;
    const y = (chance: number) => 100 - 100 * chance;
    const points = study ? curve(study) : [];
    const path = points.map(([at, chance]) => `${x(at)} ${y(chance)}`).join("L");
    const marks = study ? marksOf(study) : [];
    return html`<div class="course" @pointerdown=${this.scrub} @pointermove=${this.scrub}>
      <svg class="course-area" viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" aria-label=${text.studyCourse(first!.title)}>
        ${path ? svg`<path class="course-ground" d="M${x(points[0]![0])} 130L${path}L${x(points.at(-1)![0])} 130Z" /><path class="course-line" d="M${path}" />` : nothing}
        <path class="course-even" d="M0 50H1000" />
        <path class="course-here" d="M${x(ply)} -30V130" />
      </svg>
      <svg class="course-marks" aria-hidden="true">
        ${marks.map(({ ply: at, turn }) => {
          const chance = turn.missed ? turn.before : turn.after;
          const [cx, cy] = [`${(100 * at) / last}%`, `${100 - 100 * chance}%`];
          return turn.missed
            ? svg`<svg x=${cx} y=${cy} overflow="visible"><path class="mark-missed ${at === ply ? "here" : ""}" d="M0-8 8 0 0 8-8 0Z" /></svg>`
            : svg`<svg x=${cx} y=${cy} overflow="visible"><circle class="mark-turned ${at === ply ? "here" : ""}" r="5.5" /></svg>`;
        })}
      </svg>
    </div>`;
  }

  private readonly scrub = (event: PointerEvent) => {
    if (event.type === "pointerdown" ? event.button !== 0 : !(event.buttons & 1)) return;
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const last = this.session.now!.ply;
    const ply = Math.round(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * last);
    // A finger that points near a mark means the mark.
    const near = this.study && event.type === "pointerdown" ? marksOf(this.study).find((mark) => Math.abs(mark.ply - ply) * box.width <= 14 * last) : undefined;
    this.tell("kemu-look", near?.ply ?? ply);
  };

  // -- what is said ------------------------------------------------------------------------------------------------------

  private says(study: Study, ply: number) {
    const chance = chanceAt(study, ply);
    const [first, second] = this.session.now!.seats;
    const mark = marksOf(study).find((one) => one.ply === ply);
    const marks = marksOf(study);
    const missed = marks.filter((one) => one.turn.missed).length;
    const counted = study.done >= 1 ? text.marks(missed, marks.length - missed) || text.noMarks : "";
    return html`${chance !== null && first && second ? html`<p class="study-chance"><strong>${text.chances(first.title, chance, second.title)}</strong> <span class="quiet-words">${counted}</span></p>` : nothing}
      ${mark ? this.mark(mark.turn) : html`<p class="quiet-words">${study.done >= 1 ? text.studyDone : nothing}</p>`}`;
  }

  private mark(turn: Judged) {
    const { missed, seat } = turn;
    const [first] = this.session.now!.seats;
    if (!missed) return html`<p>${text.turned(first!.title, turn.before, turn.after, Boolean(turn.drawn))}</p>`;
    return html`<p><strong>${text.missed(this.session.title(seat), missed.lost)}</strong> ${text.played(missed.played)} ${text.better([missed.better, ...missed.line])}
      ${missed.reasons.length ? text.because([...missed.reasons]) : text.noReason}</p>`;
  }

  private ways(ply: number) {
    const marks = this.study ? marksOf(this.study) : [];
    const before = marks.findLast((mark) => mark.ply < ply);
    const after = marks.find((mark) => mark.ply > ply);
    const go = (mark: Mark | undefined) => () => mark && this.tell("kemu-look", mark.ply);
    return html`<div class="row study-ways">
      <button type="button" class="icon" title=${text.lastMark} aria-label=${text.lastMark} ?disabled=${!before} @click=${go(before)}>${icon("back")}</button>
      <button type="button" class="icon" title=${text.nextMark} aria-label=${text.nextMark} ?disabled=${!after} @click=${go(after)}>${icon("on")}</button>
      <button type="button" class=${this.over(ply) ? "greyed" : ""} aria-expanded=${this.going} aria-disabled=${this.over(ply)} title=${this.over(ply) ? text.playOnOver : text.playOnNote} @click=${() => (this.over(ply) ? this.session.refuse(text.playOnOver) : this.choose())}>${text.playOn}</button>
      <button type="button" @click=${() => this.copy(ply)}>${this.copied === ply ? text.copied : text.linkToMoment}</button>
    </div>${this.going && !this.over(ply) ? this.choosing(ply) : nothing}`;
  }

  // -- playing on --------------------------------------------------------------------------------------------------------

  private over(ply: number) {
    return this.session.shown!.pending.type === "over" || ply === this.session.now!.ply;
  }

  private async choose() {
    this.going = !this.going;
    if (!this.going || this.levels.length) return;
    const about = (await api.games()).find((game) => game.id === this.session.now!.game);
    this.levels = about?.levels ?? [];
  }

  private choosing(ply: number) {
    const { pending, seats } = this.session.shown!;
    const turn = pending.type === "decide" && pending.seat ? pending.seat : seats[0]!.name;
    const usual = this.levels[Math.floor((this.levels.length - 1) / 2)]?.id;
    return html`<form class="play-on row" @submit=${(event: SubmitEvent) => this.start(event, ply)}>
      <label class="field">${text.playOnAs}<select name="seat">${seats.map(({ name, title }) => html`<option value=${name} ?selected=${name === turn}>${title}</option>`)}</select></label>
      <label class="field">${text.playOnLevel}<select name="level">${this.levels.map(({ id, label }) => html`<option value=${id} ?selected=${id === usual}>${label}</option>`)}</select></label>
      <button class="primary" ?disabled=${!this.levels.length}>${text.start}</button>
      <p class="quiet-words">${text.playOnNote}</p>
    </form>`;
  }

  private async start(event: SubmitEvent, ply: number) {
    event.preventDefault();
    const said = new FormData(event.target as HTMLFormElement);
    const { table, now } = this.session;
    try {
      await playOn(table, now!.title, ply, now!.seats.map((seat) => seat.name), String(said.get("seat")), String(said.get("level")));
    } catch (error) {
      this.session.refuse((error as Error).message);
    }
  }

  private async copy(ply: number) {
    if (await copyText(momentLink(ply))) this.copied = ply;
  }
}
