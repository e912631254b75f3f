// Sitting down by a friend's link, once. Opening the link only shows the table; a button claims the seat, with a secret that is
// made here: who knew the link does not know it.

import * as api from "./api.js";
import * as store from "./store.js";
import { root } from "./root.js";

/** What a link invites to: the seat is only for the words, the server knows which it is. */
export interface Invitation { invite: string; seat: string }

/** 192 random bits, in hexadecimal digits. */
export const newSecret = (): string => Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The invitation in the address, if it is one. */
export function invitation(): Invitation | null {
  const hash = new URLSearchParams(location.hash.slice(1));
  const invite = hash.get("claim");
  return invite ? { invite, seat: hash.get("as") ?? "" } : null;
}

export const inviteLink = (table: string, seat: string, invite: string): string =>
  `${location.origin}${root}/t/${encodeURIComponent(table)}#claim=${encodeURIComponent(invite)}&as=${encodeURIComponent(seat)}`;

/** An invitation that is used up, here or elsewhere, goes out of the address. */
export const putAway = (): void => history.replaceState(history.state, "", location.pathname);

/** Claim the seat. The secret is kept before it is sent: a claim whose answer is lost can be made again. */
export async function sitDown(table: string, { invite }: Invitation): Promise<{ seat: string; token: string }> {
  const token = store.claimSecret(table, invite) ?? newSecret();
  store.keepClaimSecret(table, invite, token);
  const { seat } = await api.claim(table, invite, token);
  return { seat, token };
}
