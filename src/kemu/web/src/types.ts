// The wire: what the table server sends. A scene is data; nothing here knows a rule of any game.

export interface Paint {
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  dash?: string;
  blur?: number;
}
export interface PathShape extends Paint { kind: "path"; d: string; evenodd?: boolean }
export interface DiscShape extends Paint { kind: "disc"; x: number; y: number; r: number }
export interface BoxShape extends Paint { kind: "box"; x: number; y: number; w: number; h: number; r?: number }
export interface WordsShape {
  kind: "words"; x: number; y: number; text: string; size: number;
  fill?: string; anchor?: "start" | "middle" | "end"; bold?: boolean; rotate?: number; opacity?: number; halo?: string;
}
export interface UseShape {
  kind: "use"; symbol: string; x: number; y: number; rotate?: number; scale?: number; opacity?: number;
}
export type Shape = PathShape | DiscShape | BoxShape | WordsShape | UseShape;

export interface Gradient {
  kind: "gradient"; id: string; stops: [number, string, number][]; radial?: boolean;
  x1?: number; y1?: number; x2?: number; y2?: number; cx?: number; cy?: number; r?: number;
}
export interface Pattern { kind: "pattern"; id: string; w: number; h: number; shapes: Shape[]; rotate?: number }
export interface Layer { name: string; shapes: Shape[]; above?: boolean }
export interface Zone { id: string; label: string; outline: PathShape | DiscShape | BoxShape }
export interface Piece {
  id: string; symbol: string; x: number; y: number; label: string;
  rotate?: number; scale?: number; opacity?: number; z?: number; badge?: string;
  /** The place that it lies in: what only makes room within it has not moved. */
  area?: string;
}
export interface Item {
  id: string; label: string; value?: string; detail?: string; symbol?: string;
  /** Lines that are told after the detail, to a reader who asks. */
  more?: string[];
  seat?: number | null; lit?: boolean; source?: string;
}
export interface Panel { id: string; title: string; kind: "score" | "cards" | "tray" | "track" | "text"; items: Item[] }
export interface Choice {
  option: number; label: string; target?: string; notation?: string; ghost?: Piece | null; odds?: string;
  /** What a player may not have meant: he is asked before it is done. */
  warns?: string;
  /** Further things that stand for the same option. */
  also?: string[];
}
export interface Base {
  base: Shape[]; defs: (Gradient | Pattern)[]; symbols: Record<string, Shape[]>; zones: Zone[];
}
export interface Scene {
  title: string; width: number; height: number;
  layers: Layer[]; pieces: Piece[]; panels: Panel[]; choices: Choice[]; text: string;
  /** Zones round things that move; the others are in the base. */
  zones?: Zone[];
}

export type Action = { [field: string]: unknown };
export interface Option { action: Action; notation: string; label: string }
export interface Reach { path: string; label: string }
/** A decision over a continuum: where an answer may lie, in the scene's own coordinates. */
export interface Free {
  reach: Reach[];
  /** The pieces that can be taken up; to touch another is to ask why not. */
  pieces: string[];
}
/** What dragging a piece to a point stands for, and whether it is legal. */
export interface DragTold {
  action: Action; label: string; refusal: { reason: string; clause: string } | null;
  /** Everything that would be new or stand elsewhere. */
  pieces: Piece[];
}
/** What a computer would do; `option` is null where it is not one of the list. */
export interface Hint { option: number | null; label: string; action: Action; pieces: Piece[] }
export interface Decide {
  type: "decide"; seat: string; yours: boolean; prompt: string; clause: string; options: Option[]; free: Free | null;
}
export interface Over {
  type: "over"; winner: string | null; reason: string; clause: string; scores: Record<string, number>; text: string;
}
/** What chance gave behind a line of the log. */
export interface Thrown { kind: "dice" | "cards"; values: (number | string)[] }
export interface LogEntry { ply: number; seat: string | null; text: string; clause: string; thrown?: Thrown | null; matters?: boolean }
export interface SeatInfo { name: string; player: string; kind: string; level: string; colour: string; present: boolean }
export interface Snapshot {
  table: string; game: string; title: string; options: Record<string, unknown>; ply: number; seat: string | null;
  seats: SeatInfo[]; pending: Decide | Over; scene: Scene; base: string; log: LogEntry[];
  commitment: string | null; secret?: string | null; canUndo: boolean; drawOffer: string | { seat: string } | null;
  createdAt: string | number; thinking: boolean; chat?: ChatLine[];
  /** Whether a draw can be agreed on here. */
  draws: boolean;
  /** Whether the computer that must decide has given up. */
  stuck: boolean;
  /** Whether the seats know different things. */
  private: boolean;
  /** Grows with every change, even when a choice is undone. */
  revision?: number;
}
export interface ChatLine { seat: string | null; text: string; line?: number }

export interface GameOption {
  name: string; default: unknown; choices: unknown[]; explanation: string;
  /** Whether each choice has a picture. */
  pictured: boolean;
}
export interface Level { id: string; label: string; explanation: string }
export interface GameAbout {
  id: string; title: string; sentence: string; seats: string[]; minutes: string;
  options: GameOption[]; levels: Level[]; reconstruction: boolean; hidden?: boolean; colours: string[]; draws: boolean;
}
export interface Clause { id: string; title: string; summary: string; status: string; reading?: string; why?: string; reconstructed?: string }
export interface SeatRequest { kind: "you" | "friend" | "computer"; level?: string; name?: string }
export interface Created {
  table: string; game: string; commitment: string | null; seats: Record<string, { token: string } | null>;
}
export interface Why { allowed: boolean; reason: string; clause: string }
