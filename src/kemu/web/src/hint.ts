// A hint: what a computer would do, how sure it is, and why. Between people it is given only where both have agreed.

import * as api from "./api.js";
import type { Notice } from "./session.js";
import { text } from "./text.js";
import type { Hint, Snapshot } from "./types.js";

/** Between people hints are off until both agree: the notice says so, and offers to agree. */
export const hintsAreOff: Notice = { kind: "news", words: text.hintsOff, clause: "", agree: true };

/** Whether hints are off here: somebody plays whose leave is needed, and not all have agreed. */
export function hintsOff({ seat, seats, hints }: Snapshot): boolean {
  const people = seats.filter((one) => one.kind !== "computer");
  const here = people.find((one) => one.name === seat)?.kind === "you";
  const others = people.some((one) => one.name !== seat && !(here && one.kind === "you"));
  return others && people.some((one) => !hints.includes(one.name));
}

/** Ask for a hint. Who has just agreed no longer is heard of by the answer. */
export async function hinted(seat: api.TableApi): Promise<{ hint: Hint | null; notice: Notice }> {
  try {
    const hint = await seat.hint();
    return { hint, notice: { kind: "hint", words: text.hintSays(hint.label, hint.sure, hint.second, hint.chance, hint.reasons ?? []), clause: "" } };
  } catch (error) {
    if (!(error instanceof api.Refused) || error.code !== "hints-off") throw error;
    return { hint: null, notice: hintsAreOff };
  }
}

/** Agree to hints, or take it back, and say what becomes of it. */
export async function agreed(seat: api.TableApi, agree: boolean): Promise<Notice> {
  const { on } = await seat.agreeHints(agree);
  return { kind: "news", words: !agree ? text.hintsBack : on ? text.hintsOn : text.hintsAsked, clause: "" };
}
