// The permanent prompt: who must do what, under which rule; what went wrong; what waits to be confirmed; choices that have no
// place on the board; and a line to type a move.

import { html, nothing } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { icon } from "../icons.js";
import { Light } from "../light.js";
import { seatMark } from "../seat.js";
import type { TableSession } from "../session.js";
import type { StandingNo } from "../store.js";
import { scored, text } from "../text.js";
import type { Selectable, LogEntry } from "../types.js";
import { standsOn } from "../board/targets.js";
import type { Taken } from "../choosing.js";
import "./again.js";
import { clauseChip } from "./clause.js";

const MOST_BUTTONS = 8;
/** Where the panels are in sight beside the board, fewer of their choices have a button as well. */
const MOST_BESIDE = 4;
const narrow = matchMedia("(max-width: 59.99rem)");
/** How many lines beside the prompt say what has happened. */
const MOST_LINES = 2;

const chapter = (clause: string): string => clause.replace(/\..*$/, "");

/** Lines without those that a newer one of their chapter has overtaken: while another battle is on, nobody is told how the one
 * before it ended. */
function current(lines: LogEntry[]): LogEntry[] {
  return lines.filter((line, number) => !line.matters || !lines.slice(number + 1).some((later) => !later.matters && later.ply > line.ply && chapter(later.clause) === chapter(line.clause)));
}

/** Say to the style sheet how high the box is that waits to be confirmed, and how high the notice: on a phone they stand at the
 * lower edge, notices above the box, and what chance gives above both. */
function measureEdge() {
  const height = (of: string) => document.querySelector<HTMLElement>(of)?.offsetHeight ?? 0;
  const [confirm, notice] = [height(".confirm"), height(".notice-room .notice")];
  const { style } = document.documentElement;
  style.setProperty("--confirm", `${confirm}px`);
  style.setProperty("--edge", `${confirm + notice}px`);
}

@customElement("kemu-prompt")
export class KemuPrompt extends Light {
  @property({ attribute: false }) session!: TableSession;
  @property({ type: Number }) version = 0;

  protected render() {
    const { session } = this;
    const shown = session.shown!;
    const pending = shown.pending;
    const decides = pending.type === "decide" ? pending.seat : pending.winner;
    const index = shown.seats.findIndex((seat) => seat.name === decides);
    const what = pending.type === "decide" ? pending.prompt : pending.text || pending.reason;
    const means = pending.type === "over" ? pending.means : "";
    // What is held on show is read out by the table, with everything that is told.
    const held = session.past ? [] : session.hold.lines;
    return html`
      <section class="prompt ${held.length ? "held" : ""} ${session.yours ? "yours" : ""} ${pending.type === "over" ? "over" : ""} ${session.past ? "past" : ""}" aria-label=${text.prompt}>
        <p class="prompt-who">${index >= 0 ? seatMark(decides!, index, shown.seats[index]!.colour) : nothing}<span>${this.who()}</span>${session.seated || pending.type === "over" ? nothing : html`<span class="label">${text.watching}</span>`}</p>
        <div class="prompt-room">
          <p class="prompt-what" role="status" aria-live=${held.length ? "off" : "polite"}>${held.length ? held.map((entry) => entry.text).join(" ") : what} ${clauseChip(held[0]?.clause ?? pending.clause)}${means ? html`<span class="means">${means}</span>` : nothing}</p>
          ${held.length ? nothing : this.happened(what)}
          ${session.again.length > 1 ? html`<button type="button" class="quiet again" @click=${() => session.showAgain()}>${text.showAgain}</button>` : nothing}
          ${session.hold.moment && !session.past ? html`<button type="button" class="quiet again" @click=${() => session.hold.end()}>${text.skipOn}</button>` : nothing}
        </div>
        ${pending.type === "over" ? this.scores(pending.scores) : nothing}
        ${this.notice()}
        ${this.drawOffer()}
        ${this.backAsked()}
        ${this.stuck()}
      </section>`;
  }

  protected updated = measureEdge;

  private who(): string {
    const { session } = this;
    const shown = session.shown!;
    const pending = shown.pending;
    if (pending.type === "over") {
      if (pending.winner === null) return text.drawn;
      if (session.mine.length !== 1) return text.won(session.player(pending.winner));
      return session.mine[0] === pending.winner ? text.youWon : text.youLost;
    }
    if (session.sending) return session.seeking ? text.hintSought : text.sending;
    if (session.hold.lines.length && !session.past) return text.happened;
    if (session.yours && session.mine.length < 2) return text.yourTurn;
    if (!pending.seat) return text.chance;
    const who = session.player(pending.seat);
    return shown.thinking && !session.past ? text.thinking(who) : text.turnOf(who);
  }

  /** What has happened since the last choice here: what matters of it, or else the last of it. It is not read out: the table
   * reads out everything that is told. */
  private happened(what: string) {
    const lines = current(this.session.happened).filter((entry) => entry.text !== what);
    const matter = lines.filter((entry) => entry.matters);
    const shown = (matter.length ? matter : lines).slice(-MOST_LINES);
    return html`<ul class="happened ${matter.length ? "matters" : ""}" aria-label=${text.happened}>${shown.map((entry) => html`<li>${entry.text}</li>`)}</ul>`;
  }

  /** The points of a game that counts points; a share, by which programs compare, tells a player nothing. */
  private scores(scores: Record<string, number>) {
    if (!Object.values(scores).every((score) => Number.isInteger(2 * score))) return nothing;
    if (!Object.keys(scores).length) return nothing;
    return html`<p class="scores" aria-label=${text.scores}>${Object.entries(scores).map(([seat, score]) => html`<span>${this.session.player(seat)} <strong>${scored(score)}</strong></span>`)}</p>`;
  }

  private notice() {
    const notice = this.session.notice;
    return html`<div role="alert" class="notice-room">${notice
      ? html`<p class="notice ${notice.kind}"><span>${notice.words} ${clauseChip(notice.clause)}</span>${notice.agree && !this.session.agreesToHints ? html`<button type="button" class="primary" @click=${() => this.session.agreeHints(true)}>${text.agreeHints}</button>` : nothing}
          <button type="button" class="icon quiet" aria-label=${text.close} title=${text.close} @click=${() => this.session.dismiss()}>${icon("close")}</button></p>`
      : nothing}</div>`;
  }

  private drawOffer() {
    const { session } = this;
    const offer = session.drawOffer;
    if (!offer || session.now!.pending.type === "over") return nothing;
    const mayAnswer = session.seated && (session.now!.seat !== offer || session.mine.length > 1);
    if (!mayAnswer) return html`<p class="notice news"><span>${session.now!.seat === offer ? text.drawWaits : text.drawOffered(session.player(offer))}</span></p>`;
    return html`<div class="notice news"><span>${text.drawOffered(session.player(offer))}</span>
      <span class="row"><button type="button" class="primary" @click=${() => session.draw("accept")}>${text.accept}</button>
      <button type="button" @click=${() => session.draw("decline")}>${text.decline}</button></span></div>`;
  }

  /** Somebody asks to take back: the other one grants it or not. */
  private backAsked() {
    const { session } = this;
    const { backAsked, seat, pending } = session.now!;
    if (!backAsked || pending.type === "over") return nothing;
    if (!session.seated || seat === backAsked) return html`<p class="notice news"><span>${seat === backAsked ? text.backWaits : text.backAsks(session.player(backAsked))}</span></p>`;
    return html`<div class="notice news"><span>${text.backAsks(session.player(backAsked))}</span>
      <span class="row"><button type="button" class="primary" @click=${() => session.answerBack("grant")}>${text.grant}</button>
      <button type="button" @click=${() => session.answerBack("decline")}>${text.decline}</button></span></div>`;
  }

  /** A computer that cannot decide: say so, and let the one who waits end the game. */
  private stuck() {
    const { session } = this;
    const now = session.now!;
    if (!now.stuck || now.pending.type !== "decide" || session.past) return nothing;
    const seat = now.pending.seat;
    return html`<div class="notice refusal"><span>${text.stuck(session.player(seat))}</span>
      ${session.seated ? html`<span class="row"><button type="button" @click=${() => session.resignFor(seat)}>${text.letResign(session.title(seat))}</button></span>` : nothing}</div>`;
  }

}

@customElement("kemu-acts")
export class KemuActs extends Light {
  @property({ attribute: false }) session!: TableSession;
  @property({ type: Number }) version = 0;
  /** Something that was dragged to a place: what it stands for, and whether it may go there. */
  @property({ attribute: false }) drag: { ok: boolean | null; label: string } | null = null;
  /** What is taken up, or waits to be meant. */
  @property({ attribute: false }) waiting: Taken | null = null;
  @query("input.notation") private field!: HTMLInputElement | null;

  protected render() {
    const { session } = this;
    const now = session.now!;
    const over = now.pending.type === "over";
    const loose = this.loose();
    const only = loose.length === session.choices.length && !(session.yours && session.decide?.free);
    const sample = session.choices.find((choice) => choice.notation)?.notation ?? "";
    return html`
      <section class="acts" aria-label=${text.choose}>
        ${this.waiting ? this.confirming(this.waiting) : nothing}
        ${this.dragging()}
        ${loose.length ? html`<div class="row choices">${loose.map((choice) => this.choice(choice, only))}</div>` : nothing}
        ${session.seated && !over && (session.step?.waits ?? true)
          ? html`<form class="one-line" @submit=${this.type}>
              <input class="notation" aria-label=${text.notation} placeholder=${text.notationHint(sample)} autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="go" @keydown=${this.onKey} />
              <button ?disabled=${session.sending}>${text.playIt}</button>
            </form>`
          : nothing}
        ${session.standingNo && !over && !session.step ? this.standingNo() : nothing}
        ${over && !session.step ? html`<div class="row"><kemu-again .session=${session} .version=${this.version}></kemu-again>
          <button type="button" @click=${() => this.tell("kemu-share")}>${text.share}</button></div>` : nothing}
      </section>`;
  }

  protected updated = measureEdge;

  /** The choices that need a button here: those without a thing that stands for them, and, unless they are many, those
   * that stand beside the board, where they may be out of sight. */
  private loose(): Selectable[] {
    const { base, choices } = this.session;
    if (!base) return []; // what stands on the board is not known yet: buttons for it would come and go
    const few = choices.filter((choice) => !this.onTable(choice, false));
    return few.length <= (narrow.matches ? MOST_BUTTONS : MOST_BESIDE) ? few : choices.filter((choice) => !this.onTable(choice, true));
  }

  /** Whether a choice has a thing that stands for it, on the board or, if they count, in a panel. */
  private onTable(choice: Selectable, panels: boolean): boolean {
    const { scene } = this.session.now!;
    const on = standsOn(choice);
    const has = (things: readonly { id: string }[] | undefined) => Boolean(things?.some((thing) => on.includes(thing.id)));
    return on.length > 0 && (has(this.session.base?.zones) || has(scene.zones) || has(scene.pieces) || (panels && scene.panels.some((panel) => has(panel.items))));
  }

  /** A choice without a place. `only`: there is nothing else to choose, so it need not stand back. */
  private choice(choice: Selectable, only: boolean) {
    const hinted = this.session.hinted === choice.option;
    return html`<button type="button" class="${only || choice.leads ? "primary" : ""} ${hinted ? "hinted" : ""}" @click=${() => this.tell("kemu-choose", { choices: [choice], at: null, target: "" })}>
      ${choice.label}${choice.odds ? html` <span class="odds">${choice.odds}</span>` : nothing}</button>`;
  }

  /** What is taken up, and what it may do: by a button here, by a click on its place, or by one more on itself. */
  private confirming({ choices }: Taken) {
    const { hinted } = this.session;
    const [only] = choices;
    const told = (choice: Selectable) => html`${choice.label}${choice.odds ? html` <span class="odds">${choice.odds}</span>` : nothing}`;
    const one = html`${told(only!)}${only!.warns ? html` <strong class="warns">${only!.warns}</strong>` : nothing}`;
    const hintFirst = [...choices].sort((a, b) => Number(b.option === hinted) - Number(a.option === hinted));
    return html`<div class="confirm"><span>${choices.length > 1 ? text.itsPlace : one}</span>
      <span class="row">${hintFirst.map((choice) => html`<button type="button" class="primary ${choice.option === hinted ? "hinted" : ""}" @click=${() => this.tell("kemu-confirm", choice)}>${choices.length > 1 ? told(choice) : text.confirmMove}</button>`)}
      <button type="button" @click=${() => this.tell("kemu-cancel")}>${text.cancel}</button></span></div>`;
  }

  private dragging() {
    const free = this.session.yours ? this.session.decide?.free : null;
    if (!free) return nothing;
    if (!this.drag) return html`<p class="quiet-words">${free.byHand || (free.pieces.length ? text.dragHelp : text.placeHelp)} <span class="by-keys">${text.dragKeys}</span></p>`;
    return html`<div class="confirm dragging" role="status" data-ok=${this.drag.ok === null ? "asked" : String(this.drag.ok)}><span>${this.drag.label || text.dragThere}</span>
      <span class="row">
        <button type="button" class="primary" ?disabled=${!this.drag.ok || this.session.sending} @click=${() => this.tell("kemu-drop")}>${text.confirmMove}</button>
        <button type="button" @click=${() => this.tell("kemu-cancel")}>${text.cancel}</button>
      </span></div>`;
  }

  /** What the table answers for this seat where it is asked whatever it holds. */
  private standingNo() {
    const { session } = this;
    return html`<label class="field one-line standing-no">${text.standingNo}
      <select @change=${(event: Event) => session.giveNo((event.target as HTMLSelectElement).value as StandingNo)}>
        ${session.standingNos.map((no) => html`<option value=${no} ?selected=${no === session.standingNo}>${text.standingNos[no]}</option>`)}
      </select></label>`;
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.tell("kemu-to-board");
  };

  private type(event: Event) {
    event.preventDefault();
    const typed = this.field!.value.trim();
    if (!typed) return;
    this.field!.select();
    this.tell("kemu-typed", typed);
  }

  /** The move was taken: an empty line waits for the next. */
  clear() {
    if (this.field) this.field.value = "";
  }
  enter() {
    this.field?.focus();
  }
}
