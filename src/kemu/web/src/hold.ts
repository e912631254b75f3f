// What is held on show for a moment before the table goes on: each step of the other side's turn, at a pace that one can set;
// and the last picture of something that has ended and is gone from the next one, a battle on a map of its own, say. A click or
// a key goes on at once; who wishes less motion is never held up.

import type { LogEntry, SceneState, Snapshot } from "./types.js";

/** So long a picture is held, in milliseconds. */
const HELD = 2_200;
/** The most that are held one after the other; of more, the last. */
const MOST = 2;
/** So many steps of a turn are shown; of more, the last. */
const MOST_STEPS = 60;
/** A picture that has not come after so many milliseconds is not waited for. */
const LATE = 1_000;
/** For so long after a picture has gone by itself, a click is still meant for it. */
const GRACE = 350;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** A ply to be shown: as it was before something ended in it, or as it stood after it. */
interface Step { ply: number; ends: boolean; known?: Snapshot }

/** What a hold asks of its table, and what it tells it. */
export interface Held {
  now(): Snapshot;
  moment(ply: number): Promise<Snapshot>;
  /** Something else is on show: of what has happened, what came up to this ply. */
  shows(ply: number): void;
}

const pause = (ms: number) => new Promise<null>((done) => setTimeout(() => done(null), ms));

/** Whether a part of a picture is gone from the next one. */
const closes = (then: SceneState, now: SceneState): boolean => then.layers.some((layer) => !now.layers.some((other) => other.name === layer.name));

export class Hold {
  /** The moment that is shown in place of the present one. */
  moment: Snapshot | null = null;
  /** What ended in it. */
  lines: LogEntry[] = [];
  private plies: Step[] = [];
  private round = 0;
  private gone = -Infinity;
  private pace = 0;

  constructor(private readonly table: Held) {}

  /** Whether something is held, or has only just gone by itself. */
  get lasts(): boolean {
    return this.moment !== null || performance.now() - this.gone < GRACE;
  }

  /** A table has gone on: hold what must not be missed of it, and each of these steps, for so long; return whether something
   * is held. */
  add(was: Snapshot, now: Snapshot, steps: readonly number[] = [], pace = 0): boolean {
    if (!calm.matches && !document.hidden) {
      const ends = [...new Set(now.log.filter((entry) => entry.matters && entry.ply > was.ply).map((entry) => entry.ply))].slice(-MOST);
      const shown = pace ? steps.slice(-MOST_STEPS) : [];
      const fresh = [...ends.map((ply) => ({ ply, ends: true })), ...shown.map((ply) => ({ ply, ends: false, known: ply === was.ply ? was : undefined }))];
      this.plies = [...this.plies, ...fresh].sort((a, b) => a.ply - b.ply || Number(b.ends) - Number(a.ends));
      this.pace = pace;
    }
    if (this.plies.length && !this.moment) {
      this.moment = was;
      void this.run(++this.round);
    }
    return this.moment !== null;
  }

  /** Show these steps once more. */
  again(now: Snapshot, steps: readonly number[], pace: number) {
    this.end();
    this.pace = pace;
    this.plies = steps.map((ply) => ({ ply, ends: false }));
    if (!this.plies.length) return;
    this.moment = now;
    void this.run(++this.round);
  }

  private async run(round: number) {
    let seen = false;
    for (let next = this.plies.shift(); next !== undefined; next = this.plies.shift()) {
      const was = this.moment!;
      const { ply, ends, known } = next;
      const at = ends ? ply - 1 : ply;
      const found = known ?? (was.ply === at ? was : await Promise.race([this.table.moment(at), pause(LATE)]).catch(() => null));
      if (round !== this.round) return;
      if (!found || (ends && !closes(found.scene, this.table.now().scene))) continue;
      this.moment = found;
      this.lines = this.table.now().log.filter((entry) => entry.ply === ply && (entry.matters || !ends));
      this.table.shows(ply);
      seen = true;
      await pause(ends ? HELD : this.pace);
      if (round !== this.round) return;
    }
    this.end();
    if (seen) this.gone = performance.now();
  }

  /** Go on to the present. */
  end() {
    this.gone = -Infinity;
    if (!this.moment) return;
    this.round++;
    this.moment = null;
    this.lines = this.plies = [];
    this.table.shows(Infinity);
  }
}
