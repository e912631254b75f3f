// What this browser remembers: its seats, its name, its wishes. A seat's secret stays here and in a link's fragment.

export interface KnownTable {
  table: string;
  game: string;
  title: string;
  /** Secrets of the seats that play in this browser, by seat. */
  seats: Record<string, string>;
  /** Secrets to pass on to friends, by seat. */
  invites: Record<string, string>;
  at: number;
  over?: boolean;
  /** Who sits at the other seats, and how it stood when this browser last looked. */
  against?: string;
  stands?: string;
}

export type Theme = "auto" | "light" | "dark";
/** How long each step of the other side's turn is shown. */
export type Pace = "none" | "quick" | "slow";
export const PACES: Record<Pace, number> = { none: 0, quick: 650, slow: 1_500 };
export interface Wishes { theme: Theme; name: string; notify: boolean; confirm: "auto" | "always" | "never"; keys: boolean; pace: Pace; sound: boolean }

const TABLES = "kemu.tables";
const WISHES = "kemu.wishes";
const SALTS = "kemu.salts";
const MOST_TABLES = 40;

/** What could not be stored: kept for as long as the page is open. */
const unstored = new Map<string, string>();

function read<T>(key: string, otherwise: T): T {
  try {
    const found = unstored.get(key) ?? localStorage.getItem(key);
    return found === null ? otherwise : (JSON.parse(found) as T);
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    unstored.delete(key);
    return true;
  } catch {
    unstored.set(key, JSON.stringify(value));
    return false; // private window or no room: the page works, it only forgets
  }
}

export const tables = (): KnownTable[] => Object.values(read<Record<string, KnownTable>>(TABLES, {})).sort((a, b) => b.at - a.at);
export const tableOf = (table: string): KnownTable | undefined => read<Record<string, KnownTable>>(TABLES, {})[table];

const PLAYED = "kemu.played";
/** Whether a game has been begun in this browser: else somebody sees it for the first time. Tables that were forgotten count. */
export const played = (game: string): boolean => read<string[]>(PLAYED, []).includes(game) || tables().some((known) => known.game === game);

export function remember(known: KnownTable): boolean {
  if (!played(known.game)) write(PLAYED, [...read<string[]>(PLAYED, []), known.game]);
  const all = read<Record<string, KnownTable>>(TABLES, {});
  all[known.table] = known;
  const newest = Object.values(all).sort((a, b) => b.at - a.at).slice(0, MOST_TABLES);
  return write(TABLES, Object.fromEntries(newest.map((one) => [one.table, one])));
}

export function forget(table: string): void {
  const all = read<Record<string, KnownTable>>(TABLES, {});
  delete all[table];
  write(TABLES, all);
}

/** What a seat of this browser has added to the dice, and the commitment that it had been told before. */
export interface Salt { salt: string; commitment: string }

export const saltOf = (table: string, seat: string): Salt | undefined => read<Record<string, Salt>>(SALTS, {})[`${table}/${seat}`];

export function keepSalt(table: string, seat: string, salt: Salt): void {
  const all = Object.entries({ ...read<Record<string, Salt>>(SALTS, {}), [`${table}/${seat}`]: salt });
  write(SALTS, Object.fromEntries(all.slice(-2 * MOST_TABLES)));
}

/** A seat's standing "no" to questions that it is asked whatever it holds: never given, where it holds nothing to say yes with,
 * or always. */
export type StandingNo = "ask" | "empty" | "always";
const NOS = "kemu.nos";

export const standingNo = (table: string, seat: string): StandingNo | undefined => read<Record<string, StandingNo>>(NOS, {})[`${table}/${seat}`];

export function keepStandingNo(table: string, seat: string, no: StandingNo): void {
  const all = Object.entries({ ...read<Record<string, StandingNo>>(NOS, {}), [`${table}/${seat}`]: no });
  write(NOS, Object.fromEntries(all.slice(-2 * MOST_TABLES)));
}

const DEFAULTS: Wishes = { theme: "auto", name: "", notify: false, confirm: "auto", keys: true, pace: "quick", sound: false };
export const wishes = (): Wishes => ({ ...DEFAULTS, ...read<Partial<Wishes>>(WISHES, {}) });
export function wish(change: Partial<Wishes>): Wishes {
  const now = { ...wishes(), ...change };
  write(WISHES, now);
  return now;
}

/** A tab that came by a seat's link plays that seat alone, even if the browser knows others of the table. */
export function tabSeat(table: string, token?: string): string | null {
  try {
    if (token) sessionStorage.setItem(`kemu.seat.${table}`, token);
    return sessionStorage.getItem(`kemu.seat.${table}`);
  } catch {
    return token ?? null;
  }
}

/** Give a seat up that is played from another place now. */
export function leaveSeat(table: string, token: string): void {
  const known = tableOf(table);
  if (known) remember({ ...known, seats: Object.fromEntries(Object.entries(known.seats).filter(([, one]) => one !== token)) });
  try {
    if (sessionStorage.getItem(`kemu.seat.${table}`) === token) sessionStorage.removeItem(`kemu.seat.${table}`);
  } catch {
    // nothing was kept, so nothing is left
  }
}

const LESSONS = "kemu.lessons";
/** How far a lesson has been followed: the number of its step, and of how many. */
export interface Followed { at: number; of: number; furthest: number }
export const lessons = (): Record<string, Followed> => read<Record<string, Followed>>(LESSONS, {});
/** The step at which a lesson is gone on with: one that was ended begins anew. */
export function lessonAt(lesson: string): number {
  const known = lessons()[lesson];
  return known && known.at + 1 < known.of ? known.at : 0;
}
export function keepLesson(lesson: string, at: number, of: number): void {
  const all = lessons();
  write(LESSONS, { ...all, [lesson]: { at, of, furthest: Math.max(at, all[lesson]?.furthest ?? 0) } });
}

const CLAIM = "kemu.claim";
/** The secret with which this browser claims a seat by a link. */
export const claimSecret = (table: string, invite: string): string | undefined => {
  const kept = read<{ table?: string; invite?: string; token?: string }>(CLAIM, {});
  return kept.table === table && kept.invite === invite ? kept.token : undefined;
};
export const keepClaimSecret = (table: string, invite: string, token: string): boolean => write(CLAIM, { table, invite, token });

const NEXT = "kemu.next";
/** The secret with which a seat of this browser would play again, at another table. */
export const nextSecret = (table: string, seat: string): string | undefined => read<Record<string, string>>(NEXT, {})[`${table}/${seat}`];
export function keepNextSecret(table: string, seat: string, secret: string): void {
  const all = Object.entries({ ...read<Record<string, string>>(NEXT, {}), [`${table}/${seat}`]: secret });
  write(NEXT, Object.fromEntries(all.slice(-2 * MOST_TABLES)));
}

export function applyTheme(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
