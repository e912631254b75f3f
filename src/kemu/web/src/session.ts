// One table as this browser knows it: how it stands, what is done at it, the moment that is looked at. Components read it and ask
// it to do things; it tells them when something changed.

import * as api from "./api.js";
import type { Action } from "./api.js";
import { freeSeat, hereOnly, invitation, type Invitation, inviteLink, newSecret, putAway, sitDown } from "./claim.js";
import { agreed, hinted, hintsAreOff, hintsOff } from "./hint.js";
import { before, Listening, type Notice, thrownAfter } from "./listening.js";
import { nextSecret } from "./together.js";
import type { Dragged, Because } from "./types.js";

export type { Chair, Notice } from "./listening.js";

export class TableSession extends Listening {
  // -- what is done ------------------------------------------------------------------------------------------------------

  /** The seats here have answered, and nothing has been asked of them since. */
  answered = false;

  async answer(action: Action) {
    const { ply, revision } = this.now!;
    this.answered = true;
    await this.doing(async (seat) => {
      this.since = this.answeredAt = ply;
      const { ply: now } = await seat.answer(ply, revision, action);
      await this.expect(now);
    });
  }

  undo = () => this.doing(async (seat) => void (await seat.undo(this.now!.ply, this.now!.revision)));
  /** Take the last choice back: without a trace, or past dice and answers, or by asking for it; or say why not. */
  takeBack = (): Promise<void> | void => {
    const { ply, revision, takeBack, takeBackWhy } = this.now!;
    if (takeBack === "undo") return this.undo();
    if (!takeBack) return this.refuse(takeBackWhy);
    return this.doing(async (seat) => void (await seat.takeBack(ply, revision)));
  };
  answerBack = (answer: "grant" | "decline") =>
    this.doing(async (seat) => {
      const other = this.chairs.find((chair) => chair.snapshot?.seat && chair.snapshot.seat !== this.now!.backAsked);
      await (other?.api ?? seat).takeBack(this.now!.ply, this.now!.revision, answer);
    });
  resign = () => this.doing(async (seat) => void (await seat.resign(this.now!.ply, this.now!.revision)));
  /** End the game for a computer that cannot decide. */
  resignFor = (stuck: string) => this.doing(async (seat) => void (await seat.resign(this.now!.ply, this.now!.revision, stuck)));
  /** Offer a draw from the chair that is shown, or answer an offer from one that did not make it. */
  draw = (what: "offer" | "accept" | "decline") =>
    this.doing(async (seat) => {
      const other = this.chairs.find((chair) => chair.snapshot?.seat && chair.snapshot.seat !== this.drawOffer);
      await (what === "offer" ? seat : (other?.api ?? seat)).draw(this.now!.ply, this.now!.revision, what);
    });
  /** The seat that the link in the address invites to, until it is claimed. */
  invited = invitation();
  private looks = false;
  /** The seat that can be taken here: by the link in the address, or as a free one of a table that is open to anyone. */
  get offer(): Invitation | null {
    return this.invited ?? (this.looks || this.mine.length || !this.now ? null : freeSeat(this.now));
  }
  /** Sit down there under a name; return whether the seat is ours. */
  async claim(name: string): Promise<boolean> {
    let sits = false;
    await this.doing(async () => {
      try {
        await sitDown(this.now!, this.offer!, name);
        sits = true;
      } catch (error) {
        if (!(error instanceof api.Refused && error.code === "claimed")) throw error;
        this.refuse(error.message);
      }
      this.onlyLook();
    });
    return sits;
  }
  /** The invitation is taken up, or not wanted. */
  onlyLook() {
    if (this.invited) putAway();
    this.invited = null;
    this.looks = true;
    this.changed();
  }
  /** Close the seat on show at all other places. */
  async hereOnly(): Promise<boolean> {
    let sits = false;
    await this.doing(async (seat) => {
      this.close();
      await hereOnly(this.now!, seat);
      sits = true;
    });
    return sits;
  }
  /** Let anyone on this server find the table and take a free seat, or no longer. */
  list = (listed: boolean) => this.doing(async (seat) => void (await seat.list(listed)));
  /** Would play again with the seats swapped, or not. */
  playAgain = (would: boolean) =>
    this.doing(async (seat) => {
      const rematch = await seat.again(would ? nextSecret(this.table, this.now!.seat!) : null);
      this.shownChair.snapshot = { ...this.now!, rematch };
    });
  /** Make a link by which the seat on show can be played from another device. */
  async passOn(): Promise<string> {
    const invite = newSecret();
    const { seat } = await this.shownChair.api.passOn(invite);
    return inviteLink(this.table, seat, invite);
  }
  say = (words: string) => this.doing(async (seat) => void (await seat.chat(words)));
  hint = () => {
    if (hintsOff(this.now!)) return this.notify(hintsAreOff);
    this.seeking = !this.sending;
    return this.doing(async (seat) => {
      const { hint, notice } = await hinted(seat);
      this.notice = notice;
      if (!hint) return;
      this.hinted = hint.option;
      this.advice = hint.option === null ? hint : null;
    });
  };
  /** Agree to hints, or take it back. */
  agreeHints = (agree: boolean) => this.doing(async (seat) => void (this.notice = await agreed(seat, agree)));

  /** Whether an answer cannot be taken back: a person elsewhere has to agree, once chance or he comes next. */
  async isFinal(option: number): Promise<boolean> {
    if (!this.watched) return false;
    try {
      return Boolean((await this.shownChair.api.why({ action: this.decide!.options[option]!.action })).final);
    } catch {
      return true;
    }
  }

  /** Ask why something is not possible, and say it. */
  async why(intent: { touch: string } | { action: Action }): Promise<Because | null> {
    try {
      const why = await this.shownChair.api.why(intent);
      if (!why.allowed) this.refuse(why.reason, why.clause);
      return why;
    } catch (error) {
      this.blame(error);
      return null;
    }
  }

  /** Ask what dragging a piece to a point stands for; what it cannot stand for comes back as a refusal. */
  async drag(piece: string, x: number, y: number, draft: Action | null): Promise<Dragged | { refusal: { reason: string; clause: string } } | null> {
    try {
      return await this.shownChair.api.drag(this.now!.ply, piece, x, y, draft);
    } catch (error) {
      if (error instanceof api.Refused && error.code !== "stale") return { refusal: { reason: error.message, clause: error.clause } };
      this.blame(error);
      return null;
    }
  }

  refuse(words: string, clause = "") {
    this.notify({ kind: "refusal", words, clause });
  }

  tell(words: string, passes = false) {
    this.notify({ kind: "news", words, clause: "", passes });
  }

  private notify(notice: Notice) {
    this.notice = notice;
    this.changed();
  }

  dismiss() {
    this.notice = null;
    this.changed();
  }

  lift() {
    this.curtain = null;
    this.changed();
  }

  study = () => this.shownChair.api.study();
  record = () => this.shownChair.api.record();
  picture = (kind: "svg" | "png") => this.shownChair.api.picture(kind, this.shown!.ply);

  protected async doing(act: (seat: api.TableApi) => Promise<void>) {
    if (this.sending) return;
    this.sending = true;
    this.notice = null;
    this.changed();
    try {
      await act(this.shownChair.api);
    } catch (error) {
      this.blame(error);
      if (error instanceof api.Refused && error.status === 409) await this.refresh();
    }
    this.sending = this.seeking = false;
    this.changed();
  }

  protected blame(error: unknown) {
    if (error instanceof api.Refused) this.refuse(error.message, error.clause);
    else if (error instanceof api.Unreachable) {
      this.refuse(error.message);
      this.notice!.line = true;
      for (const chair of this.chairs) chair.line?.doubt();
    } else throw error;
  }

  // -- replay ------------------------------------------------------------------------------------------------------------

  /** Look at the moment after `ply`; the last one is now. */
  async look(ply: number) {
    this.hold.end();
    const last = this.now?.ply ?? 0;
    const to = Math.max(0, Math.min(last, ply));
    const from = this.shown?.ply ?? last;
    this.wanted = to;
    if (to === last) {
      this.past = null;
    } else {
      if (!this.moments.has(to)) {
        const fetched = this.shownChair.api.moment(to);
        fetched.catch(() => this.moments.delete(to));
        this.moments.set(to, fetched);
      }
      try {
        const moment = await this.moments.get(to)!;
        // Who scrubs quickly sees the last moment asked for, not the last that arrived.
        if (this.wanted !== to) return;
        this.past = moment;
      } catch (error) {
        this.blame(error);
        return;
      }
    }
    this.lively = Math.abs(from - to) <= 2;
    this.earlier = null;
    if (to < from && this.shown) this.earlier = before(this.shown);
    this.throws = to > from && this.lively && this.shown ? thrownAfter(this.shown, from) : [];
    await this.fetchBase();
    this.changed();
  }
}
