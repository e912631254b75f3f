// The table: the board, the prompt, and everything beside them.

import { html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Action } from "../api.js";
import { Attention } from "../attention.js";
import { inviteLink } from "../claim.js";
import "../board/board.js";
import type { Chosen, KemuBoard, Touched } from "../board/board.js";
import { type Draft, type Dragged, ghosts, leadOf } from "../board/draft.js";
import { meaning, opened, type Taken, thingsOf } from "../choosing.js";
import { icon } from "../icons.js";
import { copyText, follow, Light } from "../light.js";
import "../parts/about.js";
import "../parts/chat.js";
import "../parts/join.js";
import "../parts/lesson.js";
import "../parts/log.js";
import "../parts/panels.js";
import "../parts/players.js";
import "../parts/prompt.js";
import type { KemuActs } from "../parts/prompt.js";
import "../parts/replay.js";
import "../parts/rights.js";
import "../parts/study.js";
import "../parts/rules.js";
import "../parts/throws.js";
import { nearness } from "../parts/winning.js";
import type { KemuRules } from "../parts/rules.js";
import { LessonSession } from "../lesson.js";
import { MomentAddress } from "../moment.js";
import { RecordSession } from "../record.js";
import { TableSession } from "../session.js";
import { Sounds } from "../sound.js";
import * as store from "../store.js";
import { text } from "../text.js";
import { anew, goOn } from "../together.js";
import type { Selectable, Hint, SceneState } from "../types.js";
import { root } from "../root.js";

type Tab = "log" | "rules" | "chat" | "table";
const TABS: Tab[] = ["log", "rules", "chat", "table"];
const LESSON_TABS: Tab[] = ["log", "rules"];
const tabName: Record<Tab, string> = { log: text.log, rules: text.rules, chat: text.chat, table: text.tableTab };
const coarse = matchMedia("(pointer: coarse)");
const narrow = matchMedia("(max-width: 59.99rem)");
const NONE: never[] = [];
const MODIFIERS = ["Shift", "Control", "Alt", "Meta"];
/** Keys that are the browser's, or only look round: they do what they always do. */
const passing = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey || /^(Tab$|F\d|Page|Arrow|Home|End)/.test(event.key);
/** The most lines of the log that are read out at once. */
const MOST_TOLD = 8;
/** So long a hand rests before the rules are asked about the place, in milliseconds. */
const REST = 140;

/** An address that means this machine to whoever opens it. */
const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

@customElement("kemu-table")
export class KemuTable extends Light {
  @property() table = "";
  /** A lesson in place of a table: `game/lesson`. */
  @property() lesson = "";
  /** A record in place of a table, by its id. */
  @property() record = "";
  @state() private version = 0;
  @state() private tab: Tab = "log";
  @state() private several: { choices: Selectable[] } | null = null;
  /** What is taken up, or asked about: it waits for its place, or to be meant. */
  @state() private waiting: Taken | null = null;
  @state() private drag: (Draft & { label: string; action: Action | null; draft: Action | null }) | null = null;
  @state() private preview: Selectable | null = null;
  /** What just happened, for those who listen. */
  @state() private told = "";
  @state() private unread = 0;
  @state() private copied = "";
  /** Whether the card that says how one wins is open. */
  @state() private winning = false;
  @query("kemu-board") private board!: KemuBoard | null;
  @query("kemu-acts") private acts!: KemuActs | null;
  @query("dialog.several") private chooser!: HTMLDialogElement | null;
  @query("dialog.resign") private resignDialog!: HTMLDialogElement | null;
  @query("dialog.wins") private winsDialog!: HTMLDialogElement | null;
  @query("dialog.keys") private keysDialog!: HTMLDialogElement | null;
  private session: TableSession | null = null;
  private attention = new Attention();
  private moments = new MomentAddress();
  private sounds = new Sounds();
  private ply = -1;
  private heard = 0;
  private at = { x: 0, y: 0 };

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("keydown", this.onKey);
    addEventListener("hashchange", this.onHash);
    document.addEventListener("keydown", this.goOn, true);
    document.addEventListener("click", this.goOn, true);
  }
  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.onKey);
    removeEventListener("hashchange", this.onHash);
    document.removeEventListener("keydown", this.goOn, true);
    document.removeEventListener("click", this.goOn, true);
    this.session?.close();
    this.attention.reset();
  }

  protected willUpdate(changed: PropertyValues<this>) {
    if (!changed.has("table") && !changed.has("lesson") && !changed.has("record")) return;
    this.session?.close();
    this.sounds = new Sounds();
    this.moments = new MomentAddress();
    this.session = this.opened();
  }

  private readonly onHash = () => this.moments.go();

  private opened(): TableSession {
    const news = () => this.onNews();
    if (this.lesson) return new LessonSession(this.lesson, news);
    return this.record ? new RecordSession(this.record, news) : new TableSession(this.table, news);
  }

  /** A click or a key ends what is held on show. It was meant for what was seen, not for what comes: on the board a click does
   * nothing else, and a key nowhere but where one types. */
  private readonly goOn = (event: Event) => {
    const hold = this.session?.hold;
    if (!hold?.lasts || (event instanceof KeyboardEvent && MODIFIERS.includes(event.key))) return;
    hold.end();
    const at = event.target as Element;
    const passes = event instanceof KeyboardEvent ? passing(event) || at.closest("input, textarea, select, dialog[open]") : !at.closest(".area-board");
    if (passes) return;
    event.preventDefault();
    event.stopPropagation();
  };

  private onNews() {
    const session = this.session!;
    const now = session.now;
    if (now && goOn(now)) return;
    if (now && now.ply !== this.ply) {
      const was = this.ply < 0 ? now.ply - 1 : this.ply;
      this.ply = now.ply;
      this.waiting = this.drag = null;
      this.chooser?.close();
      this.acts?.clear();
      this.told = now.log.filter((entry) => entry.ply > was).slice(-MOST_TOLD).map((entry) => entry.text).join(" ");
    }
    if (session.answered && session.yours) {
      session.answered = false;
      void this.toBoard();
    }
    if (session.advice) this.take(session.advice);
    this.sounds.hear(session);
    if (session.chat.length > this.heard && this.tab !== "chat" && this.heard >= 0) this.unread += session.chat.length - this.heard;
    this.heard = session.chat.length;
    if (now) {
      this.attention.show(now, session.asked);
      this.tell("kemu-heading", now.title);
      if (!this.lesson) this.moments.follow(session);
    }
    this.version++;
  }

  /** On a phone the board may be out of sight when the next question is on it: who has just answered is brought back. */
  private async toBoard() {
    if (!narrow.matches) return;
    await this.updateComplete;
    const { board } = this;
    if (!board) return;
    await board.updateComplete;
    const asked = board.querySelector(".targets .target, .area path");
    const { top, bottom, height } = board.getBoundingClientRect();
    const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (asked && seen < height / 2) this.querySelector(".area-board")!.scrollIntoView({ block: "start" });
  }

  // -- the page ----------------------------------------------------------------------------------------------------------

  protected render() {
    const session = this.session!;
    const shown = session.shown;
    const guided = session instanceof LessonSession ? session : null;
    if (session.failed) return html`<div class="empty"><h1>${session.failed}</h1><p><a class="button" href="${root}/" @click=${follow}>${text.home}</a></p></div>`;
    if (session.curtain) return this.curtain(session.curtain);
    if (!shown || !session.now) return html`<p class="loading" role="status">${session.down ? text.offline : text.loading}</p>`;
    return html`
      <div class="table ${guided ? "guided" : ""}" data-step=${guided?.step?.number ?? nothing} data-ply=${shown.ply} data-now=${session.now.ply} data-state=${this.stateWord()} @kemu-clause=${this.onClause} @kemu-look=${this.onLook}
        @kemu-choose=${this.onChoose} @kemu-touch=${this.onTouch} @kemu-nothing=${() => this.cancel()} @kemu-typed=${this.onTyped}
        @kemu-confirm=${(event: CustomEvent<Selectable>) => this.confirm(event.detail)} @kemu-cancel=${() => this.cancel()} @kemu-say=${(event: CustomEvent<string>) => session.say(event.detail)}
        @kemu-resign=${() => this.resignDialog!.showModal()} @kemu-rematch=${() => this.rematch()} @kemu-share=${() => this.share()} @kemu-proof=${() => this.open("table")}
        @kemu-to-board=${() => this.board?.enter()} @kemu-take=${() => this.forgive()} @kemu-vain=${() => session.refuse(text.notDragged)} @kemu-drag=${this.onDrag} @kemu-drop=${() => this.drop()}>
        <h1 class="unseen">${shown.title}</h1>
        <p class="unseen" aria-live="polite">${this.told}</p>
        <div class="area-prompt">
          ${session.down ? html`<p class="banner offline" role="status">${text.offline}</p>` : nothing}
          ${session.past ? html`<p class="banner past"><span>${text.past}</span><button type="button" @click=${() => session.look(Infinity)}>${text.toNow}</button></p>` : nothing}
          ${guided ? html`<kemu-lesson .session=${guided} .version=${this.version}></kemu-lesson>` : nothing}
          ${session.offer ? html`<kemu-join .session=${session} .version=${this.version} @kemu-sit=${this.sitDown}></kemu-join>` : nothing}
          ${this.record ? nothing : html`<kemu-players .session=${session} .version=${this.version}></kemu-players>`}
          <kemu-prompt .session=${session} .version=${this.version}></kemu-prompt>
        </div>
        <div class="area-board">
          <kemu-throws .entries=${session.throws}></kemu-throws>
          <kemu-board .game=${session.now.game} .base=${session.base} .scene=${this.sceneShown()} .free=${session.yours ? session.decide!.free : null} .dragged=${this.drag}
            .hinted=${session.hinted} .selected=${this.waiting?.target ?? null} .preview=${this.preview} .lively=${session.lively} .earlier=${session.earlier} .points=${session.points} .aims=${guided?.aims ?? NONE}></kemu-board>
        </div>
        <div class="area-replay"><kemu-replay .ply=${shown.ply} .last=${session.now.ply}></kemu-replay>${session.now.pending.type === "over" && !guided ? html`<kemu-study .session=${session} .version=${this.version}></kemu-study>` : nothing}</div>
        <div class="area-rights"><kemu-rights .session=${session} .version=${this.version}></kemu-rights></div>
        <div class="area-needed">${this.panels(true)}</div>
        <div class="area-acts">
          ${session.now.places > 1 ? html`<div class="invite places" role="status"><p>${text.twoPlaces(session.now.places)}</p><p class="quiet-words">${text.hereOnlyNote}</p><div class="row"><button type="button" ?disabled=${session.sending} @click=${this.hereOnly}>${text.hereOnly}</button></div></div>` : nothing}
          ${this.invites()}
          <kemu-bell .session=${session} .version=${this.version}></kemu-bell>
          <kemu-acts .session=${session} .version=${this.version} .waiting=${this.waiting} .drag=${this.drag}></kemu-acts>
        </div>
        <div class="area-panels" tabindex="0" role="region" aria-label=${text.panels}>${shown.near.length ? html`<section class="panel near-panel" aria-label=${text.nearness}><h2>${text.nearness}</h2>${nearness(shown.near, shown.seats)}</section>` : nothing}${this.panels(false)}</div>
        <div class="area-tabs">${this.tabs()}</div>
        ${this.dialogs()}
      </div>`;
  }

  /** What lies beside the board: what the prompt asks about stands with it, the rest below. */
  private panels(needed: boolean) {
    const session = this.session!;
    const { scene, seats } = session.shown!;
    return html`<kemu-panels .needed=${needed} .panels=${scene.panels} .seats=${seats} .choices=${session.choices} .hinted=${session.hinted} .taken=${this.waiting?.target ?? ""} .lively=${session.lively} .base=${session.base} .points=${session.points}></kemu-panels>`;
  }

  /** How the table stands, in a word: for style sheets and tests. */
  private stateWord(): string {
    const session = this.session!;
    if (session.past) return "past";
    if (session.hold.moment) return "held";
    if (session.sending) return "sending";
    return session.now!.pending.type === "over" ? "over" : session.yours ? "yours" : "waiting";
  }

  private sceneCache: { of: unknown[]; scene: SceneState } | null = null;
  /** The scene on show; its choices only while they can be made, and the places of what is taken up. The same object as long as
   * nothing changed. */
  private sceneShown(): SceneState {
    const session = this.session!;
    const from = session.shown!.scene;
    const live = session.choices.length > 0;
    const of = [from, session.base, live, this.waiting];
    if (!this.sceneCache?.of.every((one, number) => one === of[number])) this.sceneCache = { of, scene: { ...from, selectable: live ? opened(from.selectable, this.waiting, thingsOf(session.base, from)) : [] } };
    return this.sceneCache!.scene;
  }

  private curtain(seat: string) {
    return html`<div class="curtain"><h2>${text.passTo(seat)}</h2><p>${text.passNote}</p><button type="button" class="primary large" @click=${() => this.session!.lift()}>${text.showTable}</button></div>`;
  }

  /** A seat has been taken here: what it sees comes over a line of its own. */
  private sit(news: string) {
    this.session!.close();
    this.session = new TableSession(this.table, () => this.onNews());
    this.session.tell(news, true);
  }
  private readonly sitDown = async (event: CustomEvent<string>) => {
    const { seat } = this.session!.offer!;
    if (await this.session!.claim(event.detail)) this.sit(text.youSit(seat));
  };
  private readonly hereOnly = async () => {
    const { seat } = this.session!.now!;
    const moved = await this.session!.hereOnly();
    this.sit(moved ? text.youSit(seat!) : text.unreachable);
  };

  private invites() {
    const session = this.session!;
    if (session.now!.pending.type === "over") return nothing;
    const invites = Object.entries(store.tableOf(this.table)?.invites ?? {});
    const open = invites.filter(([seat]) => !session.now!.seats.find((one) => one.name === seat)?.taken);
    return open.map(([seat, token]) => {
      const link = inviteLink(this.table, seat, token);
      return html`<div class="invite"><strong>${text.invite(seat)}</strong><p class="quiet-words">${text.inviteNote}${LOOPBACK.test(location.hostname) ? ` ${text.inviteNear}` : nothing}</p>
        <div class="one-line"><input readonly aria-label=${text.invite(seat)} .value=${link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
        <button type="button" class="primary" @click=${async () => { if (await copyText(link)) this.copied = link; }}>${this.copied === link ? text.copied : text.copy}</button></div>
        <label class="check"><input type="checkbox" .checked=${session.now!.listed} @change=${(event: Event) => session.list((event.target as HTMLInputElement).checked)} /> ${text.listIt}</label></div>`;
    });
  }

  private tabs() {
    const session = this.session!;
    return html`
      <div class="tab-row"><div class="tabs" role="tablist" aria-label=${text.tabs} @keydown=${this.onTabKey}>
        ${(session.step || this.record ? LESSON_TABS : TABS).map((tab) => html`<button type="button" role="tab" id="tab-${tab}" aria-controls="tab-body" aria-selected=${tab === this.tab} tabindex=${tab === this.tab ? 0 : -1} @click=${() => this.open(tab)}>
          ${tabName[tab]}${tab === "chat" && this.unread ? html` <span class="count">${this.unread}</span>` : nothing}</button>`)}
      </div>
        <button type="button" class="quiet wins-button" @click=${() => this.showWins()}>${text.winning}</button>
        <button type="button" class="icon quiet" title=${text.help} aria-label=${text.help} @click=${() => this.keysDialog!.showModal()}>${icon("help")}</button>
      </div>
      <div class="tab-body" id="tab-body" role="tabpanel" aria-labelledby="tab-${this.tab}" tabindex="0">
        ${this.tab === "log" ? html`<kemu-log .entries=${session.now!.log} .seats=${session.now!.seats} .ply=${session.shown!.ply} .commitment=${session.now!.commitment ?? ""}></kemu-log>` : nothing}
        ${this.tab === "rules" ? html`<kemu-rules .game=${session.now!.game}></kemu-rules>` : nothing}
        ${this.tab === "chat" ? html`<kemu-chat .lines=${session.chat} .seats=${session.now!.seats} .seated=${session.seated}></kemu-chat>` : nothing}
        ${this.tab === "table" ? html`<kemu-about .session=${session} .version=${this.version}></kemu-about>` : nothing}
      </div>`;
  }

  private dialogs() {
    const session = this.session!;
    // At one screen it must be said which side would resign.
    const side = session.mine.length > 1 ? session.player(session.now!.seat) : "";
    return html`
      <dialog class="several" aria-label=${text.pick} @click=${closeOutside} @close=${() => (this.preview = null)}>
        <h2>${text.pick}</h2>
        <ul>${(this.several?.choices ?? []).map((choice) => html`<li><button type="button" class=${this.session!.hinted === choice.option ? "hinted" : ""} @focus=${() => (this.preview = choice)} @pointerenter=${() => (this.preview = choice)} @click=${() => { this.chooser!.close(); this.play(choice); }}>${choice.label}${choice.odds ? html` <span class="odds">${choice.odds}</span>` : nothing}</button></li>`)}</ul>
        <button type="button" class="quiet" @click=${() => this.chooser!.close()}>${text.cancel}</button>
      </dialog>
      <dialog class="resign" aria-labelledby="resign-title" @click=${closeOutside}>
        <h2 id="resign-title">${side ? text.resignSureFor(side) : text.resignSure}</h2>
        <p>${side ? text.resignWarnFor(side) : text.resignWarn}</p>
        <div class="row"><button type="button" class="danger" @click=${() => { this.resignDialog!.close(); void this.session!.resign(); }}>${text.resign}</button>
        <button type="button" @click=${() => this.resignDialog!.close()}>${text.keepPlaying}</button></div>
      </dialog>
      <dialog class="wins" aria-labelledby="winning-title" @click=${closeOutside} @close=${() => (this.winning = false)}>
        ${this.winning ? html`<kemu-winning .game=${session.now!.game} .near=${session.now!.near} .seats=${session.now!.seats}></kemu-winning>` : nothing}
        <button type="button" @click=${() => this.winsDialog!.close()}>${text.close}</button>
      </dialog>
      <dialog class="keys" aria-labelledby="keys-title" @click=${closeOutside}>
        <h2 id="keys-title">${text.help}</h2>
        <dl>${text.keys.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>
        <button type="button" @click=${() => this.keysDialog!.close()}>${text.close}</button>
      </dialog>`;
  }

  private async showWins() {
    this.winning = true;
    await this.updateComplete;
    this.winsDialog!.showModal();
  }

  // -- choosing ----------------------------------------------------------------------------------------------------------

  private readonly onChoose = (event: CustomEvent<Chosen>) => {
    const { choices, at, target } = event.detail;
    const session = this.session!;
    if (!choices.length || session.sending) return;
    const means = meaning(event.detail, this.waiting, thingsOf(session.base, session.now!.scene), store.wishes().confirm, coarse.matches);
    // What is taken up now replaces what waited before: there is never more than one question.
    this.drag = null;
    this.forgive();
    if ("several" in means) {
      this.waiting = null;
      this.several = { choices: means.several };
      this.at = at ?? this.at;
      void this.updateComplete.then(() => this.openSeveral());
    } else if ("play" in means) this.play(means.play, target);
    else if ("take" in means) this.waiting = means.take;
    else void this.unlessFinal(means.unlessFinal);
  };

  /** A finger may slip: what could not be taken back is asked before it is done. */
  private async unlessFinal(taken: Taken) {
    const [choice] = taken.choices;
    const { ply } = this.session!.now!;
    const final = await this.session!.isFinal(choice!.option);
    if (this.session!.now!.ply !== ply || this.session!.sending) return;
    if (final) this.waiting = taken;
    else this.play(choice!, taken.target);
  }

  /** The list of choices opens where the target is, within the window. */
  private openSeveral() {
    const box = this.chooser!;
    box.showModal();
    const { width, height } = box.getBoundingClientRect();
    box.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, this.at.x - width / 2))}px`;
    box.style.top = `${Math.max(8, Math.min(innerHeight - height - 8, this.at.y + 10))}px`;
    box.querySelector("button")?.focus();
  }

  /** A refusal is stale once something else is taken up. */
  private forgive() {
    if (this.session!.notice?.kind === "refusal") this.session!.dismiss();
  }

  /** Do it; what the player may not have meant is asked first. */
  private play(choice: Selectable, target = choice.target ?? "") {
    const asked = this.waiting?.choices.some((one) => one.option === choice.option);
    if (choice.warns && !asked && store.wishes().confirm !== "never") {
      this.waiting = { choices: [choice], target };
      return;
    }
    this.waiting = null;
    const option = this.session!.decide?.options[choice.option];
    if (option) void this.session!.answer(option.action);
  }

  private confirm(choice: Selectable) {
    if (this.waiting) this.play(choice);
    this.board?.enter();
  }

  private cancel() {
    this.waiting = this.drag = null;
  }

  private readonly onTouch = (event: CustomEvent<Touched>) => {
    this.waiting = null;
    const session = this.session!;
    if (session.past) return session.refuse(text.pastFirst);
    const pending = session.now!.pending;
    if (pending.type === "over" || session.sending) return;
    if (!session.seated) session.refuse(text.watching);
    else void session.why({ touch: event.detail.id });
  };

  private readonly onTyped = async (event: CustomEvent<string>) => {
    const session = this.session!;
    const typed = event.detail;
    if (session.past) return session.refuse(text.pastFirst);
    const same = (notation: string | undefined) => notation?.toLowerCase() === typed.toLowerCase();
    const number = session.yours ? session.decide!.options.findIndex((one) => same(one.notation)) : -1;
    if (number >= 0) {
      // What is warned of is asked first, typed or clicked.
      const choice = session.choices.find((one) => one.option === number);
      if (choice?.warns) this.play(choice);
      else await session.answer(session.decide!.options[number]!.action);
      return;
    }
    const why = await session.why({ touch: typed });
    if (why?.allowed) session.refuse(text.noSuchMove(typed));
  };

  // -- dragging (decisions over a continuum) ---------------------------------------------------------------------------------

  private asking = 0;
  private readonly onDrag = (event: CustomEvent<Dragged>) => {
    if (!this.session!.yours || this.session!.sending) return;
    this.waiting = null;
    // Whoever has found a place and then drags another piece changes that one: the place found is the draft.
    const was = this.drag;
    const other = was !== null && was.lead !== event.detail.piece;
    const draft = other && was.ok ? was.action : (was?.draft ?? null);
    const pieces = was && this.session!.shown ? ghosts(this.session!.shown.scene, this.session!.decide!.free!, was) : [];
    this.drag = { ...event.detail, ok: null, label: "", action: null, draft, lead: event.detail.piece, single: draft !== null, pieces };
    clearTimeout(this.asking);
    this.asking = window.setTimeout(() => this.askDrag(), REST);
  };

  /** Lay a hint on the board as if it had been dragged: it waits to be confirmed. */
  private take({ action, label, pieces }: Hint) {
    this.session!.advice = this.waiting = null;
    const lead = pieces[0];
    if (lead) this.drag = { piece: lead.id, lead: lead.id, x: lead.x, y: lead.y, ok: true, label, action, draft: null, single: false, pieces };
  }

  /** Ask the rules, once the hand rests, what this stands for and whether it is allowed. */
  private async askDrag() {
    const asked = this.drag;
    if (!asked) return;
    const told = await this.session!.drag(asked.piece, asked.x, asked.y, asked.draft);
    if (!told || this.drag !== asked) return;
    const ok = told.refusal === null;
    const label = "label" in told ? told.label : "";
    const action = "action" in told ? told.action : null;
    const pieces = ok && "pieces" in told ? told.pieces : asked.pieces;
    const lead = ok ? (leadOf(pieces, asked, this.session!.shown!.scene.width / 300)?.id ?? asked.lead) : asked.lead;
    this.drag = { ...asked, ok, label, action, pieces, lead };
    if (told.refusal) this.session!.refuse(told.refusal.reason, told.refusal.clause);
    else this.session!.dismiss();
  }

  private drop() {
    if (this.drag?.ok && this.drag.action) void this.session!.answer(this.drag.action);
  }

  // -- the rest ----------------------------------------------------------------------------------------------------------

  private open(tab: Tab) {
    this.tab = tab;
    if (tab === "chat") this.unread = 0;
    if (tab === "table") void this.updateComplete.then(() => this.querySelector(".tab-body")?.scrollIntoView({ block: "nearest" }));
  }

  private readonly onClause = async (event: CustomEvent<string>) => {
    this.open("rules");
    await this.updateComplete;
    const rules = this.querySelector<KemuRules>("kemu-rules")!;
    await rules.updateComplete;
    await rules.goTo(event.detail);
  };

  private readonly onLook = async (event: CustomEvent<number>) => {
    this.forgive();
    await this.session!.look(event.detail);
    // On a phone the log lies below the board: who asks for a moment wants to see it.
    if ((event.target as Element).localName === "kemu-log" && narrow.matches) this.querySelector(".area-board")?.scrollIntoView({ block: "start" });
  };

  private readonly onTabKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.open(TABS[(TABS.indexOf(this.tab) + step + TABS.length) % TABS.length]!);
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#tab-${this.tab}`)!.focus());
  };

  /** Share the game: the link is copied, which is said, and stands with everything else under "Table". */
  private async share() {
    const copied = await copyText(`${location.origin}${location.pathname}`);
    this.session!.tell(copied ? text.linkCopied : text.linkBelow);
    this.open("table");
  }

  private async rematch() {
    try {
      await anew(this.session!.now!);
    } catch (error) {
      this.session!.refuse((error as Error).message);
    }
  }

  private readonly onKey = (event: KeyboardEvent) => {
    const typing = (event.target as Element).closest?.("input, textarea, select, dialog[open]");
    const session = this.session;
    if (typing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !session?.shown) return;
    if (event.key !== "Escape" && !store.wishes().keys) return;
    const at = session.shown.ply;
    const keys: Record<string, () => void> = {
      ",": () => session.look(at - 1),
      ".": () => session.look(at + 1),
      "/": () => this.acts?.enter(),
      m: () => this.acts?.enter(),
      u: () => (session.past ? session.refuse(text.pastFirst) : void session.takeBack()),
      h: () => (session.past ? session.refuse(text.pastFirst) : session.yours && session.hint()),
      r: () => this.open("rules"),
      s: () => {
        this.tell("kemu-sound");
        this.version++;
      },
      "?": () => this.keysDialog!.showModal(),
      Escape: () => this.cancel(),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
}

/** A click beside a dialog closes it. */
function closeOutside(event: MouseEvent) {
  const dialog = event.currentTarget as HTMLDialogElement;
  if (event.target === dialog) dialog.close();
}
