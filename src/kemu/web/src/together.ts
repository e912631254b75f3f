// What is news about those who play elsewhere.

import { text } from "./text.js";
import type { SeatState } from "./types.js";

/** Who has sat down at a seat that was free, in words; empty: nobody. */
export function satDown(was: readonly SeatState[], now: readonly SeatState[], mine: readonly string[]): string {
  const came = now.filter((seat, index) => seat.taken && !was[index]?.taken && !mine.includes(seat.name));
  return came.map((seat) => text.satDown(seat.player, seat.name)).join(" ");
}
