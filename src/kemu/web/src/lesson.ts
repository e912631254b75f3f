// A lesson as this browser knows it: a table whose position follows from the number of the step. What the learner answers is
// judged by the server; a right answer goes on to the next step. How far he has come is kept in this browser.

import * as api from "./api.js";
import type { Action } from "./api.js";
import { type Chair, TableSession } from "./session.js";
import * as store from "./store.js";
import { text } from "./text.js";
import type { Because, Dragged, Hint, LessonReply, LessonStep, Piece, Selectable, Snapshot } from "./types.js";

const EVERY = 128;

/** A lesson's table over HTTP: every question names the step. */
class LessonApi extends api.TableApi {
  number = 0;
  /** A step may be shown again, so its own number is no count of what was told. */
  private told = 0;
  private readonly steps = new Map<number, Promise<LessonStep>>();
  constructor(readonly game: string, readonly lesson: string) {
    super("", null);
  }
  private at(number: number) {
    return `/api/games/${encodeURIComponent(this.game)}/lessons/${encodeURIComponent(this.lesson)}/steps/${number}`;
  }
  fetch(number: number): Promise<LessonStep> {
    let found = this.steps.get(number);
    if (!found) {
      found = api.json<LessonStep>("GET", this.at(number), null);
      found.catch(() => this.steps.delete(number));
      this.steps.set(number, found);
    }
    return found;
  }
  snapshot = async () => this.fresh((await this.fetch(this.number)).snapshot);
  fresh = (snapshot: Snapshot): Snapshot => ({ ...snapshot, revision: ++this.told });
  moment = (ply: number) => api.json<Snapshot>("GET", `${this.at(this.number)}/moments/${ply}`, null);
  attempt = (action: Action) => api.json<LessonReply>("POST", `${this.at(this.number)}/try`, null, { action });
  why = (intent: { touch: string } | { action: Action }) => api.json<Because>("POST", `${this.at(this.number)}/why`, null, { intent });
  drag = (ply: number, piece: string, x: number, y: number, draft: Action | null) =>
    api.json<Dragged>("POST", `${this.at(this.number)}/drag`, null, draft ? { ply, piece, x, y, draft } : { ply, piece, x, y });
}

export class LessonSession extends TableSession {
  private now_: LessonStep | null = null;

  /** `lesson` names the game and the lesson: `moeraki/first`. */
  constructor(lesson: string, changed: () => void) {
    super(lesson, changed);
    void this.go(store.lessonAt(this.table));
  }

  protected override sit(): Chair[] {
    const [game, lesson] = this.table.split("/") as [string, string];
    return [{ snapshot: null, salting: false, token: null, api: new LessonApi(game, lesson), line: null }];
  }

  private get lessons(): LessonApi {
    return this.shownChair.api as LessonApi;
  }

  override get step(): LessonStep | null {
    return this.now_;
  }

  /** Nothing can be chosen where there is nothing to do. */
  override get choices(): Selectable[] {
    return this.now_?.waits ? super.choices : [];
  }

  /** Where pieces shall come to stand at this step. */
  get aims(): Piece[] {
    return this.past || this.hold.moment ? [] : (this.now_?.pieces ?? []);
  }

  get points(): string[] {
    return this.past || this.hold.moment ? [] : (this.now_?.points ?? []);
  }

  /** Show a step; one that is no longer there is the first. */
  async go(number: number): Promise<void> {
    try {
      const step = await this.lessons.fetch(number);
      if (this.closed) return;
      const back = this.now_ !== null && step.number < this.now_.number;
      this.hold.end();
      this.past = this.notice = null;
      this.lessons.number = number;
      const chair = this.shownChair;
      const snapshot = this.lessons.fresh(step.snapshot);
      const was = chair.snapshot;
      this.now_ = step;
      store.keepLesson(this.table, number, step.lesson.steps);
      if (!this.known) this.arrive(chair, snapshot);
      else this.take(chair, snapshot, !back && was !== null && snapshot.ply - was.ply < EVERY);
      this.hinted = step.option;
      if (number + 1 < step.lesson.steps) void this.lessons.fetch(number + 1).catch(() => undefined);
    } catch (error) {
      if (error instanceof api.Refused && number > 0) return this.go(0);
      if (error instanceof api.Refused) this.fail(error.code, error.message);
      else this.blame(error);
    }
    this.changed();
  }

  override async answer(action: Action) {
    await this.doing(async () => {
      const { right, say, clause } = await this.lessons.attempt(action);
      if (right) await this.go(this.now_!.number + 1);
      else this.refuse(say, clause);
    });
    this.hinted = this.now_?.option ?? null;
    this.changed();
  }

  /** Lay out what is to be done; over a continuum it waits to be confirmed. */
  override hint = async () => {
    const step = this.now_!;
    if (!step.waits) return;
    this.hinted = step.option;
    this.advice = step.option === null ? ({ option: null, label: step.label, action: step.action, pieces: step.pieces } as Hint) : null;
    this.notice = { kind: "hint", words: text.hintIs(step.label), clause: "" };
    this.changed();
  };
}
