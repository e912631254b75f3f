// Going on with a game that is over, from a moment of it, at a table of one's own against the computer.

import * as api from "./api.js";
import { go } from "./light.js";
import { root } from "./root.js";
import * as store from "./store.js";
import type { TableOpened } from "./types.js";

/** Open a table that goes on from there, sit down at one seat, and go to it. */
export async function playOn(of: string, title: string, ply: number, seats: readonly string[], mine: string, level: string) {
  const wish = Object.fromEntries(seats.map((seat) => [seat, seat === mine ? { kind: "you", name: store.wishes().name } : { kind: "computer", level }]));
  const made = await api.json<TableOpened>("POST", "/api/play-on", null, { of, ply, seats: wish });
  const own = Object.fromEntries(Object.entries(made.seats).flatMap(([seat, key]) => (key?.token ? [[seat, key.token]] : [])));
  store.remember({ table: made.table, game: made.game, title, seats: own, invites: {}, at: Date.now() });
  go(`${root}/t/${encodeURIComponent(made.table)}`);
}
