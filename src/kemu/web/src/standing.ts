// How a table stands, in a few words: for the list of this browser's tables.

import * as api from "./api.js";
import * as store from "./store.js";
import { titled } from "./seat.js";
import { text } from "./text.js";
import type { Snapshot } from "./types.js";

/** Whom the seats here play against, and how it stands. */
export function standing(now: Snapshot, mine: readonly string[]): Pick<store.KnownTable, "against" | "stands" | "over"> {
  const others = now.seats.filter((seat) => !mine.includes(seat.name));
  const against = others.map((seat) => seat.player || (seat.kind === "computer" ? text.computer : seat.title)).join(", ");
  const { pending } = now;
  if (pending.type === "over") {
    const how = pending.winner === null ? text.drawn : mine.length === 1 && mine[0] === pending.winner ? text.youWon : text.wonBy(titled(now.seats, pending.winner));
    return { against, stands: text.ended(how), over: true };
  }
  const own = mine.length === 1 && mine[0] === pending.seat;
  return { against, stands: own ? text.yourTurnThere : text.theirTurn(titled(now.seats, pending.seat)), over: false };
}

/** Ask how a table stands now, and remember it; what cannot be asked stays as it was. */
export async function refresh(known: store.KnownTable): Promise<void> {
  const [token] = Object.values(known.seats);
  if (!token) return;
  const now = await new api.TableApi(known.table, token).snapshot().catch(() => null);
  if (now) store.remember({ ...known, ...standing(now, Object.keys(known.seats)) });
}
