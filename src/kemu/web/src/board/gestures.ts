// Mouse, pen and fingers on the board: the wheel and two fingers zoom, one drags the board or a piece.

import type { Point } from "./viewport.js";

export interface Gestured {
  zoom(factor: number, at: Point): void;
  pan(dx: number, dy: number): void;
  /** Whether a press on this begins to drag a piece. */
  grabs(target: EventTarget | null): boolean;
  drag(at: Point): void;
}

export class Gestures {
  /** Whether the press that just ended was a movement, and so no click. */
  moved = false;
  private readonly down = new Map<number, Point>();
  private start: Point = { x: 0, y: 0 };
  private grabbed = false;

  constructor(private readonly element: HTMLElement, private readonly to: Gestured) {
    element.addEventListener("wheel", this.onWheel, { passive: false });
    element.addEventListener("pointerdown", this.onDown);
    element.addEventListener("pointermove", this.onMove);
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const) element.addEventListener(end, this.onEnd);
  }

  private at(event: MouseEvent): Point {
    const frame = this.element.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  }

  private readonly onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const delta = Math.max(-120, Math.min(120, event.deltaY * lines));
    this.to.zoom(Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.0022)), this.at(event));
  };

  private readonly onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    if (!this.down.size) {
      this.moved = false;
      this.start = this.at(event);
      this.grabbed = this.to.grabs(event.target);
      if (this.grabbed) event.preventDefault();
    }
    this.down.set(event.pointerId, this.at(event));
  };

  private readonly onMove = (event: PointerEvent) => {
    const was = this.down.get(event.pointerId);
    if (!was) return;
    const now = this.at(event);
    if (this.down.size === 2) {
      const other = [...this.down].find(([id]) => id !== event.pointerId)![1];
      const before = Math.hypot(was.x - other.x, was.y - other.y);
      const after = Math.hypot(now.x - other.x, now.y - other.y);
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      if (before > 0) this.to.zoom(after / before, middle);
      this.to.pan((now.x - was.x) / 2, (now.y - was.y) / 2);
      this.moved = true;
    } else {
      const slack = event.pointerType === "mouse" ? 5 : 10;
      if (!this.moved && Math.hypot(now.x - this.start.x, now.y - this.start.y) < slack) return;
      // Only now: a press that is held by the board would never be a click on what lies under it.
      if (!this.moved) this.element.setPointerCapture(event.pointerId);
      this.moved = true;
      if (this.grabbed) this.to.drag(now);
      else this.to.pan(now.x - was.x, now.y - was.y);
    }
    this.down.set(event.pointerId, now);
  };

  private readonly onEnd = (event: PointerEvent) => {
    this.down.delete(event.pointerId);
    if (!this.down.size) this.grabbed = false;
  };
}
