// The live line: a socket that only tells. When it breaks it comes back by itself, waiting a little longer each time, and
// the server's first word is then a whole snapshot: nothing that happened meanwhile can be lost.

import { newKey } from "./api.js";
import { hearClock } from "./ticking.js";
import type { ChatLine, ErrorMessage, Hello, LogEntry, Message, Snapshot } from "./types.js";
import { root } from "./root.js";

/** What is heard of a table, put together: each comes with all that a snapshot has. An aside is no move: somebody has come
 * or gone, a draw is offered. */
export type Told =
  | { type: "snapshot"; snapshot: Snapshot }
  | { type: "moment"; snapshot: Snapshot; entries: LogEntry[] }
  | { type: "aside"; snapshot: Snapshot }
  | { type: "chat"; said: ChatLine }
  | { type: "refused"; error: ErrorMessage }
  | { type: "ping" };

/** Codes under which the server closes the line for a while only: to come back is right. */
const PASSING = ["too-many-sockets", "no-hello"];
/** This page, for as long as it is loaded: a line that is opened again is not taken for a second browser. */
const PLACE = newKey();
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
/** A line on which nothing was heard for so long, not even a ping, is taken to be dead. */
const SILENCE = 75_000;

export class Line {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer = 0;
  private watchdog = 0;
  private closed = false;
  /** The table as this line has told it so far: a moment brings only what is new of it. */
  private known: Snapshot | null = null;
  up = false;
  /** Whether it broke, or never came about, and has not come back yet. */
  broken = false;

  constructor(
    private readonly table: string,
    private readonly token: string | null,
    private readonly tell: (told: Told) => void,
    private readonly upOrDown: (up: boolean) => void,
  ) {
    this.open();
    addEventListener("online", this.now);
    addEventListener("offline", this.doubt);
    document.addEventListener("visibilitychange", this.now);
  }

  private readonly now = () => {
    if (!this.up && !document.hidden && navigator.onLine) this.open();
  };

  /** Somebody has reason to think that the line is down: a socket may not notice for minutes. */
  readonly doubt = () => {
    if (this.up) this.lost();
  };

  private open() {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.drop();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${root}/api/tables/${encodeURIComponent(this.table)}/live`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ seat: this.token, place: PLACE } satisfies Hello));
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(String(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private hear(data: string) {
    this.listen();
    const message = JSON.parse(data) as Message;
    if (!this.up && message.type !== "error") {
      this.up = true;
      this.broken = false;
      this.wait = FIRST_WAIT;
      this.upOrDown(true);
    }
    const told = this.understood(message);
    if (told) this.tell(told);
  }

  /** What a message means, on top of what is known. Every message that the server sends has its line here. */
  private understood(message: Message): Told | null {
    switch (message.type) {
      case "snapshot":
        this.known = message.snapshot;
        hearClock(message.snapshot.clock);
        return { type: "snapshot", snapshot: this.known };
      case "moment": {
        if (!this.known) return null;
        const log = [...this.known.log.slice(0, message.kept), ...message.entries];
        hearClock(message.clock);
        this.known = { ...this.known, ...message.position, log, clock: message.clock };
        return { type: "moment", snapshot: this.known, entries: message.entries };
      }
      case "chat":
        return { type: "chat", said: message.said };
      case "presence":
        return this.aside((known) => ({ places: message.places, listed: message.listed, hints: message.hints, seats: known.seats.map((seat) => ({ ...seat, present: message.seats[seat.name] ?? seat.present, taken: message.taken[seat.name] ?? seat.taken, player: message.players[seat.name] ?? seat.player })) }));
      case "draw-offer":
        return this.aside(() => ({ drawOffer: message.seat, backAsked: message.back }));
      case "clock":
        hearClock(message.clock);
        return this.aside(() => ({ clock: message.clock }));
      case "rematch":
        return this.aside(() => ({ rematch: message.rematch }));
      case "ping":
        return { type: "ping" };
      case "error":
        if (PASSING.includes(message.code)) return null;
        this.close();
        return { type: "refused", error: message };
      default:
        return message satisfies never;
    }
  }

  private aside(change: (known: Snapshot) => Partial<Snapshot>): Told | null {
    if (!this.known) return null;
    this.known = { ...this.known, ...change(this.known) };
    return { type: "aside", snapshot: this.known };
  }

  private listen() {
    clearTimeout(this.watchdog);
    this.watchdog = window.setTimeout(() => this.lost(), SILENCE);
  }

  private lost() {
    this.drop();
    this.up = false;
    this.broken = true;
    this.upOrDown(false);
    if (this.closed) return;
    // A little chance in the wait, so that a thousand browsers do not return in the same instant.
    this.timer = window.setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private drop() {
    clearTimeout(this.watchdog);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.now);
    removeEventListener("offline", this.doubt);
    document.removeEventListener("visibilitychange", this.now);
    this.drop();
  }
}
