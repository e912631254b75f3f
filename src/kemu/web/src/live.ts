// The live line: a socket that only tells. When it breaks it comes back by itself, waiting a little longer each time, and
// the server's first word is then a whole snapshot: nothing that happened meanwhile can be lost.

import type { ChatLine, LogEntry, Snapshot } from "./types.js";

export type Told =
  | { type: "snapshot"; snapshot: Snapshot }
  | { type: "moment"; snapshot: Snapshot; entries: LogEntry[] }
  | ({ type: "chat" } & ChatLine)
  | { type: "presence"; seats: Record<string, boolean> }
  | { type: "other" };

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
/** A line on which nothing was heard for so long, not even a ping, is taken to be dead. */
const SILENCE = 75_000;

export class Live {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer = 0;
  private watchdog = 0;
  private closed = false;
  ply: number | null = null;
  /** The log as this line has told it so far: a moment brings only what is new of it. */
  private log: LogEntry[] = [];
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
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(this.table)}/live`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ seat: this.token, after: this.ply }));
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(String(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private hear(data: string) {
    this.listen();
    const told = JSON.parse(data);
    if (!this.up) {
      this.up = true;
      this.broken = false;
      this.wait = FIRST_WAIT;
      this.upOrDown(true);
    }
    if (told.type === "snapshot") {
      this.log = told.snapshot.log;
      this.tell({ type: "snapshot", snapshot: told.snapshot });
    } else if (told.type === "moment") {
      this.log = [...this.log.slice(0, told.kept), ...told.entries];
      this.tell({ type: "moment", snapshot: { ...told.snapshot, log: this.log }, entries: told.entries });
    } else if (told.type === "chat" || told.type === "presence") this.tell(told);
    else this.tell({ type: "other" });
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
