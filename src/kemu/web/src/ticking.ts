// A clock as it runs here: from what the server told, counted on by the page's stopwatch. What time of day this machine
// believes it is does not matter.

import type { ClockState } from "./types.js";

/** When each state of a clock was heard of. */
const heard = new WeakMap<ClockState, number>();

/** Start the stopwatch: called with whatever the server has just told. */
export function hearClock(clock: ClockState | null | undefined) {
  if (clock && !heard.has(clock)) heard.set(clock, performance.now());
}

/** What a seat has left, in milliseconds: of its bank, and of the free time of its turn. */
export interface Left { bank: number; free: number; all: number; runs: boolean }

export function leftOf(clock: ClockState, seat: string, over: boolean): Left {
  if (over) return { bank: clock.left[seat] ?? 0, free: 0, all: clock.left[seat] ?? 0, runs: false };
  const runs = clock.runs === seat;
  const spent = runs ? clock.spent + performance.now() - (heard.get(clock) ?? performance.now()) : 0;
  const free = Math.max(0, clock.free - spent);
  const bank = Math.max(0, (clock.left[seat] ?? 0) - Math.max(0, spent - clock.free));
  return { bank, free, all: bank + free, runs };
}
