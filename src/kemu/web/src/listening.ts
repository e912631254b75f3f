// How a table is heard of: its seats in this browser, what each is told, and what follows from it without anybody doing anything.

import * as api from "./api.js";
import type { Action } from "./api.js";
import { seatsHere } from "./claim.js";
import { Hold } from "./hold.js";
import { Line, type Told } from "./line.js";
import { titled } from "./seat.js";
import { standing } from "./standing.js";
import * as store from "./store.js";
import { text } from "./text.js";
import { hearClock } from "./ticking.js";
import { satDown } from "./together.js";
import type { Base, ChatLine, LessonStep, Selectable, DecideState, Hint, LogEntry, Piece, Snapshot } from "./types.js";

/** `line`: it speaks of the line to the server, and is no longer true once the server is heard. `passes`: nobody need put it away. */
export interface Notice { kind: "refusal" | "news" | "hint"; words: string; clause: string; line?: boolean; passes?: boolean; agree?: boolean }

/** For so many milliseconds it is news that the line is back. */
const NEWS = 6_000;
const NONE: never[] = [];

/** One seat of this browser (or its place among the spectators), with its own line to the server, if it has one. */
export interface Chair {
  snapshot: Snapshot | null;
  /** Its salt is on its way. */
  salting: boolean;
  /** The revision at which its standing "no" has answered, or could not; and whether its answer is on its way. */
  declined?: number;
  declining?: boolean;
  readonly token: string | null;
  readonly api: api.TableApi;
  line: Line | null;
}

export abstract class Listening {
  /** The moment shown when it is not the present one. */
  past: Snapshot | null = null;
  base: Base | null = null;
  chat: ChatLine[] = [];
  notice: Notice | null = null;
  hinted: number | null = null;
  /** A hint over a continuum that the board has not shown yet. */
  advice: Hint | null = null;
  sending = false;
  /** What is being sent asks for a hint: that takes a while, and plays nothing. */
  seeking = false;
  down = false;
  /** Nothing can be shown, and this is why. */
  failed: string | null = null;
  /** Whether the scene on show follows the one before it by a single step, so that movement makes sense. */
  lively = false;
  /** A seat at this screen that must look before the table is shown (games with hidden facts). */
  curtain: string | null = null;
  /** The pieces before the last move, for one who has just come to the table and has not seen it. */
  earlier: Piece[] | null = null;
  /** What chance has given in the last step, to be shown. */
  throws: LogEntry[] = [];
  /** What is still on show although the table has gone on. */
  readonly hold = new Hold({
    now: () => this.now!,
    moment: (ply) => this.shownChair.api.moment(ply),
    shows: (ply) => this.turnUp(ply),
  });

  protected readonly chairs: Chair[];
  protected shownChair: Chair;
  private thrownAt = -1;
  /** The throws that wait until what is held has been seen. */
  private unthrown: LogEntry[] = [];
  /** The ply at which the seats here last chose: what is told after it is new to them. */
  protected since = -1;
  protected readonly moments = new Map<number, Promise<Snapshot>>();
  private digest = "";
  protected wanted: number | null = null;
  protected known = false;
  protected closed = false;

  constructor(readonly table: string, protected readonly changed: () => void) {
    this.chairs = this.sit();
    this.shownChair = this.chairs[0]!;
  }

  /** Take the seats of this browser at the table. */
  protected sit(): Chair[] {
    const tokens = seatsHere(this.table);
    return (tokens.length ? tokens : [null]).map((token) => {
      const chair: Chair = { snapshot: null, salting: false, token, api: new api.TableApi(this.table, token), line: null };
      chair.line = new Line(this.table, token, (told) => this.hear(chair, told), () => this.line());
      return chair;
    });
  }

  /** The guided step that is on show, at a lesson's table. */
  get step(): LessonStep | null {
    return null;
  }

  close() {
    this.closed = true;
    this.hold.end();
    for (const chair of this.chairs) chair.line?.close();
  }

  // -- how it stands -----------------------------------------------------------------------------------------------------

  get now(): Snapshot | null {
    return this.shownChair.snapshot;
  }
  get shown(): Snapshot | null {
    return this.past ?? this.hold.moment ?? this.now;
  }
  /** What to look at: at the end of a game, what decided it. */
  get points(): readonly string[] {
    const pending = this.shown?.pending;
    return pending?.type === "over" ? pending.points : NONE;
  }
  get decide(): DecideState | null {
    const pending = this.now?.pending;
    return pending?.type === "decide" ? pending : null;
  }
  get yours(): boolean {
    return !this.past && !this.hold.moment && !this.curtain && this.asked;
  }
  /** The seat on show must decide, and its standing "no" does not do it. */
  get asked(): boolean {
    return Boolean(this.decide?.yours) && !this.shownChair.declining;
  }
  get choices(): Selectable[] {
    return this.yours && !this.sending ? this.now!.scene.selectable : [];
  }
  get seated(): boolean {
    return this.now?.seat != null;
  }
  /** The seats of this table that play at this screen. */
  get mine(): string[] {
    return this.chairs.flatMap((chair) => chair.snapshot?.seat ?? []);
  }
  /** Whether the seat on show has agreed to hints. */
  get agreesToHints(): boolean {
    return Boolean(this.now?.seat && this.now.hints.includes(this.now.seat));
  }
  get drawOffer(): string | null {
    return this.now?.drawOffer ?? null;
  }
  /** What has happened since the seats here last chose, up to the moment on show; of a past moment, what led to it. */
  get happened(): LogEntry[] {
    const to = this.shown!.ply;
    const from = this.past ? to - 1 : this.since;
    return this.now!.log.filter((entry) => entry.ply > from && entry.ply <= to);
  }
  /** What people call a seat. */
  title(seat: string): string {
    return titled(this.now?.seats ?? NONE, seat);
  }
  player(seat: string | null): string {
    if (seat === null) return text.spectator;
    const info = this.now?.seats.find((one) => one.name === seat);
    return info?.player ? `${this.title(seat)} (${info.player})` : this.title(seat);
  }

  // -- what is heard -----------------------------------------------------------------------------------------------------

  /** What each chair was told first. Nothing is shown before all of them know whether the game hides something. */
  private readonly arrivals = new Map<Chair, Snapshot>();

  protected arrive(chair: Chair, snapshot: Snapshot) {
    this.arrivals.set(chair, snapshot);
    if (this.known || this.arrivals.size < this.chairs.length) return;
    const snapshots = this.chairs.map((one) => this.arrivals.get(one)!);
    if (snapshots[0]!.private && this.chairs.length > 1) {
      const decides = snapshots.find((one) => one.pending.type === "decide" && one.pending.yours && !this.says(one)) ?? snapshots[0]!;
      if (decides.pending.type !== "over") this.curtain = decides.seat;
    }
    this.known = true;
    snapshots.forEach((one, number) => this.take(this.chairs[number]!, one));
  }

  /** The socket cannot be opened: what stands on the table can still be asked for. */
  private async ask() {
    try {
      const snapshots = await Promise.all(this.chairs.map((chair) => chair.api.snapshot()));
      snapshots.forEach((snapshot, number) => this.known || this.arrive(this.chairs[number]!, snapshot));
    } catch (error) {
      if (error instanceof api.Refused) this.fail(error.code, error.message);
    }
    this.changed();
  }

  protected fail(code: string, reason: string) {
    this.failed = code === "unknown-table" ? text.noTable : reason;
    this.close();
  }

  private hear(chair: Chair, told: Told) {
    if (this.notice?.line) this.notice = null;
    if (told.type === "refused") {
      if (told.error.code === "seat-moved" && chair.token) store.leaveSeat(this.table, chair.token);
      this.fail(told.error.code, told.error.reason);
    }
    else if (told.type === "chat") this.hearChat(chair, told.said);
    else if (told.type !== "ping" && !this.known) this.arrive(chair, told.snapshot);
    else if (told.type === "snapshot" || told.type === "moment") this.take(chair, told.snapshot, told.type === "moment");
    else if (told.type === "aside") this.takeAside(chair, told.snapshot);
    this.changed();
  }

  /** Somebody has come or gone, a draw is offered or declined: nothing on the board has changed. */
  private takeAside(chair: Chair, told: Snapshot) {
    const was = chair.snapshot!;
    const { seats, drawOffer, backAsked } = told;
    const came = chair === this.chairs[0] ? satDown(was.seats, seats, this.mine) : "";
    if (came) this.notice = { kind: "news", words: came, clause: "", passes: true };
    const declined = was.seat && was.drawOffer === was.seat && !drawOffer;
    if (declined) this.notice = { kind: "news", words: text.drawDeclined, clause: "" };
    if (was.seat && was.backAsked === was.seat && !backAsked) this.notice = { kind: "news", words: text.backDeclined, clause: "" };
    chair.snapshot = { ...was, ...aside(told) };
  }

  private hearChat(chair: Chair, line: ChatLine) {
    if (chair !== this.chairs[0] || (line.line !== undefined && this.chat.some((one) => one.line === line.line))) return;
    this.chat = [...this.chat, line];
  }

  protected take(chair: Chair, snapshot: Snapshot, live = false) {
    const was = chair.snapshot;
    // A reply may come later than what the socket told meanwhile: what is older than what is known is no news.
    if (was && snapshot.revision < was.revision) return;
    hearClock(snapshot.clock);
    chair.snapshot = snapshot;
    if (snapshot.chat && chair === this.chairs[0]) {
      const newest = this.chat.at(-1)?.line ?? 0;
      this.chat = [...this.chat, ...snapshot.chat.filter((line) => (line.line ?? 0) > newest)];
    }
    if (was && snapshot.ply < was.ply) {
      this.moments.clear();
      if (this.past && this.past.ply > snapshot.ply) this.past = null;
      this.hold.end();
    }
    if (chair === this.shownChair) this.since = this.lastChoice(was, snapshot);
    if (was && snapshot.ply !== was.ply) {
      this.hinted = this.earlier = null;
      if (this.notice?.kind !== "news" || this.notice.passes) this.notice = null;
    }
    // What a line tells as it happens is one step, however much chance was in it; who was away is shown the outcome.
    const step = was !== null && (live || Math.abs(snapshot.ply - was.ply) <= 2);
    if (!this.decline(chair, snapshot)) this.turnTo(chair, snapshot);
    if (was && chair === this.shownChair) this.coverFirstHands(was, snapshot);
    if (chair === this.shownChair && !this.past) this.lively = step;
    // At one screen both chairs hear of the same throw: it is shown once.
    if (was && snapshot.ply !== was.ply && chair === this.shownChair && snapshot.ply !== this.thrownAt) {
      const seen = step && !this.past && !this.curtain;
      const thrown = seen ? thrownAfter(snapshot, was.ply) : [];
      const pace = store.PACES[store.wishes().pace];
      const steps = seen && pace ? this.steps(was, snapshot, pace) : [];
      this.changedAt = performance.now();
      if (seen && this.hold.add(was, snapshot, steps, pace)) this.unthrown.push(...thrown);
      else this.throws = thrown;
      this.thrownAt = snapshot.ply;
    }
    if (this.expected && snapshot.ply >= this.expected.ply) this.expected.done();
    this.keep(chair, snapshot);
    void this.addSalt(chair, snapshot);
    // Who has not seen the last move is told of it: on coming to the table, and after an undo.
    if (chair === this.shownChair && !this.past && (was === null || snapshot.ply < was.ply)) this.earlier = before(snapshot);
    void this.fetchBase();
    this.changed();
  }

  /** Add this seat's salt to the dice: made here, once the commitment has been told, and kept to be compared at the end. */
  private async addSalt(chair: Chair, { table, seat, salts, commitment, pending }: Snapshot) {
    if (seat === null || salts[seat] !== null || !commitment || pending.type === "over" || chair.salting) return;
    const known = store.saltOf(table, seat);
    // A salt that was sent before another commitment was told may have been read: it is never sent again.
    const salt = known?.commitment === commitment ? known.salt : newSalt();
    if (salt !== known?.salt) store.keepSalt(table, seat, { salt, commitment });
    chair.salting = true;
    try {
      await chair.api.salt(salt);
      await this.refresh();
    } catch (error) {
      // Another tab of this seat was quicker, or nobody answers: what the table tells next decides.
      if (!(error instanceof api.Refused || error instanceof api.Unreachable)) throw error;
      setTimeout(() => this.closed || this.refresh(), 1500);
    }
    chair.salting = false;
  }

  // -- a standing "no" ---------------------------------------------------------------------------------------------------

  /** Whether somebody who plays elsewhere could learn from how quickly a seat here answers. */
  protected get watched(): boolean {
    const mine = this.chairs.map((chair) => (chair.snapshot ?? this.arrivals.get(chair))?.seat);
    return (this.now ?? this.arrivals.get(this.shownChair)!).seats.some((seat) => seat.kind !== "computer" && !mine.includes(seat.name));
  }
  /** What the seat on show lets its standing "no" say; null where it was never asked for one. */
  get standingNo(): store.StandingNo | null {
    const seat = this.now?.seat;
    return seat && (this.hasNo || store.standingNo(this.table, seat)) ? this.noOf(seat) : null;
  }
  get standingNos(): store.StandingNo[] {
    return this.watched ? ["ask", "always"] : ["ask", "empty", "always"];
  }
  private hasNo = false;

  private noOf(seat: string): store.StandingNo {
    const kept = store.standingNo(this.table, seat);
    // Told by whether it answers at once, what a hand holds would be no secret: with somebody far away only all or nothing.
    if (this.watched) return kept === "always" ? kept : "ask";
    return kept ?? "empty";
  }

  giveNo(no: store.StandingNo) {
    store.keepStandingNo(this.table, this.now!.seat!, no);
    this.decline(this.shownChair, this.now!);
    this.changed();
  }

  /** The answer that a seat's standing "no" gives here, if it does. */
  private says({ seat, pending }: Snapshot): Action | null {
    if (this.step || seat === null || pending.type !== "decide" || !pending.yours || pending.no == null) return null;
    this.hasNo = true;
    const no = this.noOf(seat);
    return no === "always" || (no === "empty" && pending.options.length === 1) ? (pending.options[pending.no]!.action as Action) : null;
  }

  /** Let a seat's standing "no" answer; return whether it does. What fails is left to the player. */
  private decline(chair: Chair, snapshot: Snapshot): boolean {
    const no = this.says(snapshot);
    if (!no) {
      chair.declining = false;
      return false;
    }
    if (chair.declined === snapshot.revision) return Boolean(chair.declining);
    chair.declined = snapshot.revision;
    chair.declining = true;
    void chair.api
      .answer(snapshot.ply, snapshot.revision, no)
      .then(({ ply }) => this.expect(ply))
      .catch((error: unknown) => {
        if (!(error instanceof api.Refused || error instanceof api.Unreachable)) throw error;
        if (chair.snapshot?.revision === snapshot.revision) chair.declining = false;
        this.changed();
      });
    return true;
  }

  /** The ply at which the seats here last answered; who has just come has seen nothing that could be shown again. */
  protected answeredAt = Infinity;
  /** When the present position came. */
  private changedAt = 0;

  /** The steps of others that have not been seen long enough: what came between, and what stood here for a blink only; not
   * what the seats here chose themselves. */
  private steps(was: Snapshot, { ply, log }: Snapshot, pace: number): number[] {
    if (!this.mine.length) return [];
    const theirs = new Set(log.filter((entry) => entry.seat === null || !this.mine.includes(entry.seat)).map((entry) => entry.ply));
    const blink = performance.now() - this.changedAt < pace && !this.hold.moment && was.ply > this.since;
    const from = blink || this.hold.moment ? was.ply : was.ply + 1;
    return [...theirs].filter((one) => one >= from && one < ply && one !== this.answeredAt + 1).sort((a, b) => a - b);
  }

  /** What the others have done since the seats here last chose, to be shown again. */
  get again(): number[] {
    if (this.past || this.hold.moment || !this.mine.length) return [];
    const theirs = this.now!.log.filter((entry) => entry.ply > this.answeredAt + 1 && (entry.seat === null || !this.mine.includes(entry.seat)));
    return [...new Set(theirs.map((entry) => entry.ply))];
  }
  showAgain() {
    this.hold.again(this.now!, this.again, store.PACES[store.wishes().pace] || store.PACES.quick);
    this.changed();
  }

  /** Return the ply before which nothing is news; a spectator chooses nothing, so to him the last step is. */
  private lastChoice(was: Snapshot | null, { ply, log }: Snapshot): number {
    const mine = this.mine;
    if (!mine.length) return was && was.ply < ply ? was.ply : (log.at(-1)?.ply ?? 0) - 1;
    const told = log.findLast((entry) => entry.seat !== null && mine.includes(entry.seat));
    return Math.min(ply, Math.max(this.since, (told?.ply ?? 0) - 1));
  }

  /** Something else is on show than before: turn up what chance gave until then. */
  private turnUp(ply: number) {
    if (this.closed) return;
    const thrown = this.unthrown.filter((entry) => entry.ply <= ply);
    this.unthrown = this.unthrown.filter((entry) => entry.ply > ply);
    if (thrown.length) this.throws = thrown;
    this.lively = !this.past;
    void this.fetchBase();
    this.changed();
  }

  /** At one screen for several seats, show the table to the seat that must decide. */
  private turnTo(chair: Chair, snapshot: Snapshot) {
    if (this.chairs.length < 2 || chair === this.shownChair) return;
    if (snapshot.pending.type === "decide" && snapshot.pending.yours) {
      this.shownChair = chair;
      if (snapshot.private) {
        this.hold.end();
        this.throws = this.unthrown = []; // they were the other seat's to see
        this.curtain = snapshot.seat;
      }
    }
  }

  /** At one screen for several seats, what the first draw gave one of them is covered until that seat is there to look. */
  private coverFirstHands(was: Snapshot, { seat, salts, private: hands, pending }: Snapshot) {
    const drawn = Object.values(was.salts).includes(null) && !Object.values(salts).includes(null);
    if (!drawn || !hands || this.chairs.length < 2 || pending.type === "over") return;
    this.hold.end();
    this.throws = this.unthrown = [];
    this.curtain = seat;
  }

  private keep(chair: Chair, snapshot: Snapshot) {
    const known = store.tableOf(this.table);
    const seats = { ...known?.seats };
    if (chair.token && snapshot.seat) seats[snapshot.seat] = chair.token;
    if (!Object.keys(seats).length) return;
    store.remember({
      table: this.table, game: snapshot.game, title: snapshot.title, seats, invites: known?.invites ?? {},
      at: Date.now(), ...standing(snapshot, Object.keys(seats)),
    });
  }

  private line() {
    const down = this.chairs.some((chair) => chair.line?.broken);
    if (down && !this.known) void this.ask();
    if (down === this.down) return;
    if (!down) {
      const back = (this.notice = { kind: "news" as const, words: text.backOnline, clause: "" });
      setTimeout(() => {
        if (this.notice !== back) return;
        this.notice = null;
        this.changed();
      }, NEWS);
    }
    this.down = down;
    this.changed();
  }

  protected async fetchBase() {
    const digest = this.shown?.base;
    if (!digest || digest === this.digest) return;
    try {
      const base = await api.base(digest);
      if (this.shown?.base !== digest) return;
      this.digest = digest;
      this.base = base;
    } catch {
      setTimeout(() => this.fetchBase(), 1500);
    }
    this.changed();
  }

  /** An answer has landed: wait until the socket has told of it, so that nothing can be chosen twice; if it does not soon, ask. */
  protected async expect(ply: number) {
    if ((this.now?.ply ?? 0) >= ply) return;
    const told = new Promise<boolean>((done) => { this.expected = { ply, done: () => done(true) }; });
    const tardy = new Promise<boolean>((done) => setTimeout(() => done(false), 800));
    if (!(await Promise.race([told, tardy])) && !this.closed) await this.refresh();
    this.expected = null;
  }
  /** What an answer that has landed still waits for. */
  private expected: { ply: number; done: () => void } | null = null;

  protected async refresh() {
    await Promise.all(this.chairs.map((chair) => this.askAgain(chair))).catch(() => undefined);
  }

  private async askAgain(chair: Chair) {
    const before = chair.snapshot;
    const snapshot = await chair.api.snapshot();
    const now = chair.snapshot;
    // What the line told of a draw or of who is there, while the answer was on its way, may be newer than the answer.
    const overtaken = now && now !== before && now.revision === snapshot.revision;
    this.take(chair, overtaken ? { ...snapshot, ...aside(now) } : snapshot);
  }
}

/** What changes beside the board, without a move. */
const aside = ({ seats, drawOffer, backAsked, places, rematch, listed, hints, clock }: Snapshot) =>
  ({ seats, drawOffer, backAsked, places, rematch, listed, hints, clock });

/** The pieces as they lay before the last move. */
export function before({ scene, moved }: Snapshot): Piece[] {
  return scene.pieces.flatMap((piece) => (moved && piece.id in moved ? (moved[piece.id] ?? []) : [piece]));
}

/** The throws in a log after a ply. */
export const thrownAfter = (snapshot: Snapshot, ply: number): LogEntry[] => snapshot.log.filter((entry) => entry.ply > ply && entry.thrown);

/** 128 random bits, in hexadecimal digits. */
const newSalt = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
