// Playing with somebody who is elsewhere: what is news about him, and the way to the next table with him.

import * as api from "./api.js";
import { newSecret } from "./claim.js";
import { go } from "./light.js";
import { startTable } from "./pages/setup.js";
import { root } from "./root.js";
import type { TableSession } from "./session.js";
import * as store from "./store.js";
import { text } from "./text.js";
import type { SeatState, Snapshot } from "./types.js";

/** Whether somebody plays at this table who is not at this screen. */
export const playsElsewhere = (session: TableSession): boolean =>
  !session.step && session.now!.seats.some((seat) => seat.kind !== "computer" && !session.mine.includes(seat.name));

/** Whether others must agree before one plays again: a seat that nobody has taken agrees to nothing. */
export const asksAll = (session: TableSession): boolean => playsElsewhere(session) && session.now!.seats.every((seat) => seat.taken);

/** The secret with which a seat here would sit at the next table. It is kept before it is sent. */
export function nextSecret(table: string, seat: string): string {
  const kept = store.nextSecret(table, seat) ?? newSecret();
  store.keepNextSecret(table, seat, kept);
  return kept;
}

/** Go to the table at which they play again, with the seat that was agreed on: once, when it stands. */
export function goOn({ table, seat, game, title, rematch }: Snapshot): boolean {
  const token = seat && store.nextSecret(table, seat);
  if (!rematch.table || !token || store.tableOf(rematch.table)) return false;
  store.remember({ table: rematch.table, game, title, seats: { [rematch.seats[seat]!]: token }, invites: {}, at: Date.now() });
  go(`${root}/t/${encodeURIComponent(rematch.table)}`);
  return true;
}

/** Who has sat down at a seat that was free, in words; empty: nobody. */
export function satDown(was: readonly SeatState[], now: readonly SeatState[], mine: readonly string[]): string {
  const came = now.filter((seat, index) => seat.taken && !was[index]?.taken && !mine.includes(seat.name));
  return came.map((seat) => text.satDown(seat.player, seat.title)).join(" ");
}

/** Open a table like this one: where all play at this screen, or against computers, or the friend never came. */
export async function anew(now: Snapshot): Promise<void> {
  const known = store.tableOf(now.table);
  const about = (await api.games()).find((game) => game.id === now.game)!;
  const seats = now.seats.map((seat): [string, api.SeatRequest] => [
    seat.name,
    seat.kind === "computer" ? { kind: "computer", level: seat.level } : { kind: known?.invites[seat.name] ? "friend" : "you", name: seat.player },
  ]);
  await startTable(about, now.options, Object.fromEntries(seats));
}
