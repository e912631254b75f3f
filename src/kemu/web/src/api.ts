// The HTTP side of the table. Answers are idempotent by their key, so a lost reply is simply asked for again.

import type { Base, Claimed, ClauseInfo, TableOpened, Dragged, GameInfo, GuideInfo, Hint, HintsAgreed, OptionState, NewTable, Snapshot, Study, Because } from "./types.js";
import type { Listing, OpenTable, RematchState } from "./types.js";
import { text } from "./text.js";
import { root } from "./root.js";

/** An answer of a seat, as the game spells it: nothing here looks inside. */
export type Action = OptionState["action"];
export type SeatRequest = NewTable["seats"][string];

/** The server said no: why, and under which clause. */
export class Refused extends Error {
  constructor(readonly status: number, readonly code: string, reason: string, readonly clause: string) {
    super(reason);
  }
}

/** Nobody answered: the line is down, or the server is. */
export class Unreachable extends Error {}

export const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function ask(method: string, path: string, token: string | null, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(root + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Unreachable(text.unreachable);
  }
  if (response.ok) return response;
  if (response.status >= 500) throw new Unreachable(text.serverTrouble);
  const error = await response.json().then((said) => said?.error, () => null);
  throw new Refused(response.status, error?.code ?? "", error?.reason ?? text.refused(response.status), error?.clause ?? "");
}

export const json = async <T>(method: string, path: string, token: string | null, body?: unknown): Promise<T> =>
  (await ask(method, path, token, body)).json() as Promise<T>;

/** Ask again while nobody answers: only for requests that carry a key, and so land once. */
async function insist<T>(path: string, token: string | null, body: object): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await json<T>("POST", path, token, body);
    } catch (error) {
      if (!(error instanceof Unreachable) || tries === 5) throw error;
      await pause(300 * 2 ** tries);
    }
  }
}

const kept = new Map<string, Promise<unknown>>();
/** Keep what never changes; forget a failure, so that it can be asked again. */
function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  let promise = kept.get(key) as Promise<T> | undefined;
  if (!promise) {
    promise = make();
    promise.catch(() => kept.delete(key));
    kept.set(key, promise);
  }
  return promise;
}

export const games = () => once("games", () => json<GameInfo[]>("GET", "/api/games", null));
export const clauses = (game: string) =>
  once(`clauses ${game}`, () => json<ClauseInfo[]>("GET", `/api/games/${encodeURIComponent(game)}/clauses`, null));
export const base = (digest: string) =>
  once(`base ${digest}`, () => json<Base>("GET", `/api/bases/${encodeURIComponent(digest)}`, null));
export const gamePicture = (game: string) => `${root}/api/games/${encodeURIComponent(game)}/picture.svg`;
export const winningPicture = (game: string) => `${root}/api/games/${encodeURIComponent(game)}/winning.svg`;
export const choicePicture = (game: string, choice: string) => `${gamePicture(game)}?choice=${encodeURIComponent(choice)}`;

export const guide = (game: string) => once(`guide ${game}`, () => json<GuideInfo>("GET", `/api/games/${encodeURIComponent(game)}/guide`, null));
export const guidePicture = (game: string, picture: string) => `${root}/api/games/${encodeURIComponent(game)}/guide/${encodeURIComponent(picture)}.svg`;

export const create = (game: string, options: object, seats: Record<string, SeatRequest>, more: Partial<NewTable> = {}) =>
  json<TableOpened>("POST", "/api/tables", null, { game, options, seats, ...more });
export const openTables = () => json<OpenTable[]>("GET", "/api/open-tables", null);

/** Sit down by a link, or at a free seat of a listed table. It may be sent again: the same secret gets the same answer. */
export const claim = (table: string, by: { invite: string } | { seat: string }, token: string, name = "") =>
  insist<Claimed>(`/api/tables/${encodeURIComponent(table)}/claim`, null, { ...by, token, name });

/** One table, as one seat sees it (or as a spectator does, without a token). */
export class TableApi {
  private readonly path: string;
  constructor(readonly table: string, readonly token: string | null) {
    this.path = `/api/tables/${encodeURIComponent(table)}`;
  }
  snapshot = () => json<Snapshot>("GET", this.path, this.token);
  moment = (ply: number) => json<Snapshot>("GET", `${this.path}/moments/${ply}`, this.token);
  answer = (ply: number, revision: number, action: Action) =>
    insist<{ ply: number }>(`${this.path}/answers`, this.token, { ply, revision, action, key: newKey() });
  salt = (salt: string) => insist<object>(`${this.path}/salt`, this.token, { salt, key: newKey() });
  why = (intent: { touch: string } | { action: Action }) =>
    json<Because>("POST", `${this.path}/why`, this.token, { intent });
  drag = (ply: number, piece: string, x: number, y: number, draft: Action | null) =>
    json<Dragged>("POST", `${this.path}/drag`, this.token, draft ? { ply, piece, x, y, draft } : { ply, piece, x, y });
  undo = (ply: number, revision: number) =>
    insist<object>(`${this.path}/undo`, this.token, { ply, revision, key: newKey() });
  takeBack = (ply: number, revision: number, answer: "grant" | "decline" | null = null) =>
    insist<object>(`${this.path}/take-back`, this.token, { ply, revision, key: newKey(), answer });
  resign = (ply: number, revision: number, seat: string | null = null) =>
    insist<object>(`${this.path}/resign`, this.token, { ply, revision, key: newKey(), seat });
  draw = (ply: number, revision: number, what: "offer" | "accept" | "decline") =>
    insist<object>(`${this.path}/draw`, this.token, { ply, revision, key: newKey(), [what]: true });
  passOn = (invite: string) => insist<Claimed>(`${this.path}/pass-on`, this.token, { invite });
  /** Would play again, with this secret at the next table; null: would not. */
  again = (token: string | null) => insist<RematchState>(`${this.path}/rematch`, this.token, { token });
  list = (listed: boolean) => insist<Listing>(`${this.path}/listing`, this.token, { listed });
  chat = (said: string) => insist<object>(`${this.path}/chat`, this.token, { text: said, key: newKey() });
  study = () => json<Study>("GET", `${this.path}/study`, this.token);
  agreeHints = (agree: boolean) => insist<HintsAgreed>(`${this.path}/hints`, this.token, { key: newKey(), agree });
  hint = () => json<Hint>("POST", `${this.path}/hint`, this.token, {});
  record = async () => (await ask("GET", `${this.path}/record`, this.token)).blob();
  picture = async (kind: "svg" | "png", ply: number) =>
    (await ask("GET", `${this.path}/picture.${kind}?ply=${ply}`, this.token)).blob();
}
