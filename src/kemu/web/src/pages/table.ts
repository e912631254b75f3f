// The table: what its page shows follows what is heard and chosen here, by hand or by keys.

import type { PropertyValues } from "lit";
import { customElement } from "lit/decorators.js";
import { Attention } from "../attention.js";
import { around, beside } from "../board/beside.js";
import type { Chosen, Touched } from "../board/board.js";
import { type Dragged, ghosts, leadOf } from "../board/draft.js";
import { standsOn } from "../board/targets.js";
import { meaning, type Taken, thingsOf } from "../choosing.js";
import { copyText } from "../light.js";
import type { KemuRules } from "../parts/rules.js";
import { LessonSession } from "../lesson.js";
import { MomentAddress } from "../moment.js";
import { RecordSession } from "../record.js";
import { TableSession } from "../session.js";
import { Sounds } from "../sound.js";
import * as store from "../store.js";
import { text } from "../text.js";
import { anew, goOn } from "../together.js";
import type { Selectable, Hint } from "../types.js";
import { type Tab, TablePage, TABS } from "./table-page.js";

const coarse = matchMedia("(pointer: coarse)");
const narrow = matchMedia("(max-width: 59.99rem)");
const MODIFIERS = ["Shift", "Control", "Alt", "Meta"];
/** Keys that are the browser's, or only look round: they do what they always do. */
const passing = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey || /^(Tab$|F\d|Page|Arrow|Home|End)/.test(event.key);
/** The most lines of the log that are read out at once. */
const MOST_TOLD = 8;
/** So long a hand rests before the rules are asked about the place, in milliseconds. */
const REST = 140;
/** So many pixels a finger covers, and so far from what it is about a list opens. */
const PRESSED = 44;
const AWAY = 10;

@customElement("kemu-table")
export class KemuTable extends TablePage {
  private attention = new Attention();
  private moments = new MomentAddress();
  private sounds = new Sounds();
  private ply = -1;
  private heard = 0;

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

  protected onNews() {
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

  // -- choosing ----------------------------------------------------------------------------------------------------------

  protected readonly onChoose = (event: CustomEvent<Chosen>) => {
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

  /** The list of choices opens beside what they are about: what one chooses among stays in sight, and no finger lies on it. */
  private openSeveral() {
    const box = this.chooser!;
    box.showModal();
    const things = this.several!.choices.flatMap(standsOn).map((id) => CSS.escape(id));
    const found = things.flatMap((id) => [...this.querySelectorAll(`.target[data-id="${id}"], .area-panels [data-item="${id}"]`)]);
    const pressed = new DOMRect(this.at.x - PRESSED / 2, this.at.y - PRESSED / 2, PRESSED, PRESSED);
    const { x, y } = beside(box.getBoundingClientRect(), around([pressed, ...found.map((one) => one.getBoundingClientRect())]), AWAY);
    box.style.left = `${x}px`;
    box.style.top = `${y}px`;
    box.querySelector("button")?.focus();
  }

  /** A refusal is stale once something else is taken up. */
  protected forgive() {
    if (this.session!.notice?.kind === "refusal") this.session!.dismiss();
  }

  /** Do it; what the player may not have meant is asked first. */
  protected play(choice: Selectable, target = choice.target ?? "") {
    const asked = this.waiting?.choices.some((one) => one.option === choice.option);
    if (choice.warns && !asked && store.wishes().confirm !== "never") {
      this.waiting = { choices: [choice], target };
      return;
    }
    this.waiting = null;
    const option = this.session!.decide?.options[choice.option];
    if (option) void this.session!.answer(option.action);
  }

  protected confirm(choice: Selectable) {
    if (this.waiting) this.play(choice);
    this.board?.enter();
  }

  protected cancel() {
    this.waiting = this.drag = null;
  }

  protected readonly onTouch = (event: CustomEvent<Touched>) => {
    this.waiting = null;
    const session = this.session!;
    if (session.past) return session.refuse(text.pastFirst);
    const pending = session.now!.pending;
    if (pending.type === "over" || session.sending) return;
    if (!session.seated) session.refuse(text.watching);
    else void session.why({ touch: event.detail.id });
  };

  protected readonly onTyped = async (event: CustomEvent<string>) => {
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
  protected readonly onDrag = (event: CustomEvent<Dragged>) => {
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

  protected drop() {
    if (this.drag?.ok && this.drag.action) void this.session!.answer(this.drag.action);
  }

  // -- the rest ----------------------------------------------------------------------------------------------------------

  protected open(tab: Tab) {
    this.tab = tab;
    if (tab === "chat") this.unread = 0;
    if (tab === "table") void this.updateComplete.then(() => this.querySelector(".tab-body")?.scrollIntoView({ block: "nearest" }));
  }

  protected readonly onClause = async (event: CustomEvent<string>) => {
    this.open("rules");
    await this.updateComplete;
    const rules = this.querySelector<KemuRules>("kemu-rules")!;
    await rules.updateComplete;
    await rules.goTo(event.detail);
  };

  protected readonly onLook = async (event: CustomEvent<number>) => {
    this.forgive();
    await this.session!.look(event.detail);
    // On a phone the log lies below the board: who asks for a moment wants to see it.
    if ((event.target as Element).localName === "kemu-log" && narrow.matches) this.querySelector(".area-board")?.scrollIntoView({ block: "start" });
  };

  protected readonly onTabKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.open(TABS[(TABS.indexOf(this.tab) + step + TABS.length) % TABS.length]!);
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#tab-${this.tab}`)!.focus());
  };

  /** Share the game: the link is copied, which is said, and stands with everything else under "Table". */
  protected async share() {
    const copied = await copyText(`${location.origin}${location.pathname}`);
    this.session!.tell(copied ? text.linkCopied : text.linkBelow);
    this.open("table");
  }

  protected async rematch() {
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
