// Sitting down by a friend's link, once. Opening the link only shows the table; a button claims the seat, with a secret that is
// made here: who knew the link does not know it.

import * as api from "./api.js";
import * as store from "./store.js";
import { root } from "./root.js";
import type { Snapshot } from "./types.js";

/** What a link invites to: the seat is only for the words, the server knows which it is. Without a link: a free seat at a table
 * that is open to anyone. */
export interface Invitation { invite: string; seat: string }

/** 192 random bits, in hexadecimal digits. */
export const newSecret = (): string => Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The invitation in the address, if it is one. */
export function invitation(): Invitation | null {
  const hash = new URLSearchParams(location.hash.slice(1));
  const invite = hash.get("claim");
  return invite ? { invite, seat: hash.get("as") ?? "" } : null;
}

/** The free seat of a table that is open to anyone. */
export function freeSeat({ listed, seats }: Snapshot): Invitation | null {
  const free = listed ? seats.find((seat) => seat.kind === "friend" && !seat.taken) : undefined;
  return free ? { invite: "", seat: free.name } : null;
}

export const inviteLink = (table: string, seat: string, invite: string): string =>
  `${location.origin}${root}/t/${encodeURIComponent(table)}#claim=${encodeURIComponent(invite)}&as=${encodeURIComponent(seat)}`;

/** An invitation that is used up, here or elsewhere, goes out of the address. */
export const putAway = (): void => history.replaceState(history.state, "", location.pathname);

/** Claim the seat, under a name. The secret is kept before it is sent: a claim whose answer is lost can be made again. */
export async function sitDown({ table, game, title }: Snapshot, { invite, seat: free }: Invitation, name: string): Promise<void> {
  const kept = invite || `the free seat ${free}`;
  const token = store.claimSecret(table, kept) ?? newSecret();
  store.keepClaimSecret(table, kept, token);
  const { seat } = await api.claim(table, invite ? { invite } : { seat: free }, token, name);
  const known = store.tableOf(table);
  store.remember({ table, game, title, seats: { ...known?.seats, [seat]: token }, invites: known?.invites ?? {}, at: Date.now() });
  store.tabSeat(table, token);
}

/** Take a seat that is ours from every other place where it is open: it passes to a fresh secret, which only this tab has. */
export async function hereOnly({ table }: Snapshot, seat: api.TableApi): Promise<void> {
  const [invite, token] = [newSecret(), newSecret()];
  await seat.passOn(invite);
  const { seat: name } = await api.claim(table, { invite }, token);
  const known = store.tableOf(table);
  if (known) store.remember({ ...known, seats: { ...known.seats, [name]: token } });
  if (!known || store.tabSeat(table)) store.tabSeat(table, token);
}

/** The secrets with which this tab sits at the table: from the link, from this tab, or from this browser. */
export function seatsHere(table: string): string[] {
  const linked = new URLSearchParams(location.hash.slice(1)).get("seat") ?? undefined;
  const own = store.tabSeat(table, linked);
  const known = store.tableOf(table);
  if (linked) {
    // The secret leaves the address bar, so that the address can be shared; but only if it is kept elsewhere.
    const kept = store.tabSeat(table) === linked;
    if (kept) history.replaceState(history.state, "", location.pathname);
  }
  if (own) return [own];
  if (invitation()) return []; // who has been invited looks first
  return known ? Object.values(known.seats) : [];
}
