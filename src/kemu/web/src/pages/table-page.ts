// The page of a table as it is drawn: the board, the prompt, what lies beside them, and the dialogs.

import { html, nothing } from "lit";
import { property, query, state } from "lit/decorators.js";
import type { Action } from "../api.js";
import { inviteLink } from "../claim.js";
import "../board/board.js";
import type { Chosen, KemuBoard, Touched } from "../board/board.js";
import type { Draft, Dragged } from "../board/draft.js";
import { opened, type Taken, thingsOf } from "../choosing.js";
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
import { LessonSession } from "../lesson.js";
import { TableSession } from "../session.js";
import * as store from "../store.js";
import { text } from "../text.js";
import type { Selectable, SceneState } from "../types.js";
import { root } from "../root.js";

export type Tab = "log" | "rules" | "chat" | "table";
export const TABS: Tab[] = ["log", "rules", "chat", "table"];
const LESSON_TABS: Tab[] = ["log", "rules"];
const tabName: Record<Tab, string> = { log: text.log, rules: text.rules, chat: text.chat, table: text.tableTab };
const NONE: never[] = [];

/** An address that means this machine to whoever opens it. */
const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

export abstract class TablePage extends Light {
  @property() table = "";
  /** A lesson in place of a table: `game/lesson`. */
  @property() lesson = "";
  /** A record in place of a table, by its id. */
  @property() record = "";
  @state() protected version = 0;
  @state() protected tab: Tab = "log";
  @state() protected several: { choices: Selectable[] } | null = null;
  /** What is taken up, or asked about: it waits for its place, or to be meant. */
  @state() protected waiting: Taken | null = null;
  @state() protected drag: (Draft & { label: string; action: Action | null; draft: Action | null }) | null = null;
  @state() protected preview: Selectable | null = null;
  /** What just happened, for those who listen. */
  @state() protected told = "";
  @state() protected unread = 0;
  @state() protected copied = "";
  /** Whether the card that says how one wins is open. */
  @state() protected winning = false;
  @query("kemu-board") protected board!: KemuBoard | null;
  @query("kemu-acts") protected acts!: KemuActs | null;
  @query("dialog.several") protected chooser!: HTMLDialogElement | null;
  @query("dialog.resign") protected resignDialog!: HTMLDialogElement | null;
  @query("dialog.wins") protected winsDialog!: HTMLDialogElement | null;
  @query("dialog.keys") protected keysDialog!: HTMLDialogElement | null;
  protected session: TableSession | null = null;
  protected at = { x: 0, y: 0 };

  // What is done on this page: the table itself answers.
  protected abstract onNews(): void;
  protected abstract readonly onClause: (event: CustomEvent<string>) => void;
  protected abstract readonly onLook: (event: CustomEvent<number>) => void;
  protected abstract readonly onChoose: (event: CustomEvent<Chosen>) => void;
  protected abstract readonly onTouch: (event: CustomEvent<Touched>) => void;
  protected abstract readonly onTyped: (event: CustomEvent<string>) => void;
  protected abstract readonly onDrag: (event: CustomEvent<Dragged>) => void;
  protected abstract readonly onTabKey: (event: KeyboardEvent) => void;
  protected abstract play(choice: Selectable): void;
  protected abstract confirm(choice: Selectable): void;
  protected abstract cancel(): void;
  protected abstract forgive(): void;
  protected abstract drop(): void;
  protected abstract open(tab: Tab): void;
  protected abstract share(): void;
  protected abstract rematch(): void;

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
        <div class="side">
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
        </div>
        ${this.dialogs()}
      </div>`;
  }

  /** What lies beside the board: what the prompt asks about stands with it, the rest below. */
  protected panels(needed: boolean) {
    const session = this.session!;
    const { scene, seats } = session.shown!;
    return html`<kemu-panels .needed=${needed} .panels=${scene.panels} .seats=${seats} .choices=${session.choices} .hinted=${session.hinted} .taken=${this.waiting?.target ?? ""} .lively=${session.lively} .base=${session.base} .points=${session.points}></kemu-panels>`;
  }

  /** How the table stands, in a word: for style sheets and tests. */
  protected stateWord(): string {
    const session = this.session!;
    if (session.past) return "past";
    if (session.hold.moment) return "held";
    if (session.sending) return "sending";
    return session.now!.pending.type === "over" ? "over" : session.yours ? "yours" : "waiting";
  }

  protected sceneCache: { of: unknown[]; scene: SceneState } | null = null;
  /** The scene on show; its choices only while they can be made, and the places of what is taken up. The same object as long as
   * nothing changed. */
  protected sceneShown(): SceneState {
    const session = this.session!;
    const from = session.shown!.scene;
    const live = session.choices.length > 0;
    const of = [from, session.base, live, this.waiting];
    if (!this.sceneCache?.of.every((one, number) => one === of[number])) this.sceneCache = { of, scene: { ...from, selectable: live ? opened(from.selectable, this.waiting, thingsOf(session.base, from)) : [] } };
    return this.sceneCache!.scene;
  }

  protected curtain(seat: string) {
    return html`<div class="curtain"><h2>${text.passTo(this.session!.title(seat))}</h2><p>${text.passNote}</p><button type="button" class="primary large" @click=${() => this.session!.lift()}>${text.showTable}</button></div>`;
  }

  /** A seat has been taken here: what it sees comes over a line of its own. */
  protected sit(news: string) {
    this.session!.close();
    this.session = new TableSession(this.table, () => this.onNews());
    this.session.tell(news, true);
  }
  protected readonly sitDown = async (event: CustomEvent<string>) => {
    const title = this.session!.title(this.session!.offer!.seat);
    if (await this.session!.claim(event.detail)) this.sit(text.youSit(title));
  };
  protected readonly hereOnly = async () => {
    const title = this.session!.title(this.session!.now!.seat!);
    const moved = await this.session!.hereOnly();
    this.sit(moved ? text.youSit(title) : text.unreachable);
  };

  protected invites() {
    const session = this.session!;
    if (session.now!.pending.type === "over") return nothing;
    const invites = Object.entries(store.tableOf(this.table)?.invites ?? {});
    const open = invites.filter(([seat]) => !session.now!.seats.find((one) => one.name === seat)?.taken);
    return open.map(([seat, token]) => {
      const link = inviteLink(this.table, seat, token);
      return html`<div class="invite"><strong>${text.invite(session.title(seat))}</strong><p class="quiet-words">${text.inviteNote}${LOOPBACK.test(location.hostname) ? ` ${text.inviteNear}` : nothing}</p>
        <div class="one-line"><input readonly aria-label=${text.invite(session.title(seat))} .value=${link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
        <button type="button" class="primary" @click=${async () => { if (await copyText(link)) this.copied = link; }}>${this.copied === link ? text.copied : text.copy}</button></div>
        <label class="check"><input type="checkbox" .checked=${session.now!.listed} @change=${(event: Event) => session.list((event.target as HTMLInputElement).checked)} /> ${text.listIt}</label></div>`;
    });
  }

  protected tabs() {
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

  protected dialogs() {
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

  protected async showWins() {
    this.winning = true;
    await this.updateComplete;
    this.winsDialog!.showModal();
  }
}

/** A click beside a dialog closes it. */
function closeOutside(event: MouseEvent) {
  const dialog = event.currentTarget as HTMLDialogElement;
  if (event.target === dialog) dialog.close();
}
