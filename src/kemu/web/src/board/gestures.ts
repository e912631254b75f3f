// Mouse, pen and fingers on the board: the wheel and two fingers zoom, one drags the board or a piece.

import type { Point } from "./viewport.js";

export interface Gestured {
  zoom(factor: number, at: Point): void;
  pan(dx: number, dy: number): void;
  /** Whether a press on this begins to drag a piece. */
  grabs(target: EventTarget | null, at: Point): boolean;
  drag(at: Point): void;
  /** Something was dragged that cannot be, from here. */
  vain(target: EventTarget | null): void;
}

export class Gestures {
  /** Whether the press that just ended was a movement, and so no click. */
  moved = false;
  private readonly down = new Map<number, Point>();
  private start: Point = { x: 0, y: 0 };
  private pressed: EventTarget | null = null;
  private grabbed = false;
  private fingers = 0;

  constructor(private readonly element: HTMLElement, private readonly to: Gestured) {
    element.addEventListener("wheel", this.onWheel, { passive: false });
    element.addEventListener("pointerdown", this.onDown);
    element.addEventListener("pointermove", this.onMove);
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const) element.addEventListener(end, this.onEnd);
    // The page scrolls under a finger that drags nothing, and under no other.
    element.addEventListener("touchmove", this.onTouch, { passive: false });
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

  private readonly onTouch = (event: TouchEvent) => {
    if ((this.grabbed || this.down.size > 1) && event.cancelable) event.preventDefault();
  };

  private readonly onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    if (!this.down.size) {
      this.moved = false;
      this.fingers = 0;
      this.start = this.at(event);
      this.pressed = event.target;
      this.grabbed = this.to.grabs(event.target, this.start);
      if (this.grabbed) event.preventDefault();
    }
    this.down.set(event.pointerId, this.at(event));
    this.fingers = Math.max(this.fingers, this.down.size);
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
      this.hold();
      if (before > 0) this.to.zoom(after / before, middle);
      this.to.pan((now.x - was.x) / 2, (now.y - was.y) / 2);
    } else {
      const slack = event.pointerType === "mouse" ? 5 : 10;
      if (!this.moved && Math.hypot(now.x - this.start.x, now.y - this.start.y) < slack) return;
      this.hold();
      if (this.grabbed) this.to.drag(now);
      else this.to.pan(now.x - was.x, now.y - was.y);
    }
    this.down.set(event.pointerId, now);
  };

  /** It is a movement: from now on it is the board's, whatever is drawn anew under it. Not before: a press that is held by
   * the board would never be a click on what lies under it. */
  private hold() {
    if (!this.moved)
      for (const id of this.down.keys()) {
        try {
          this.element.setPointerCapture(id);
        } catch {
          this.down.delete(id); // it was lifted where nobody here saw it
        }
      }
    this.moved = true;
  }

  private readonly onEnd = (event: PointerEvent) => {
    // A finger is held by what it first touched, until the board takes it over: that loss ends nothing.
    if (event.type === "lostpointercapture" && event.target !== this.element) return;
    if (!this.down.delete(event.pointerId) || this.down.size) return;
    if (event.type === "pointerup" && this.moved && !this.grabbed && this.fingers === 1) this.to.vain(this.pressed);
    this.grabbed = false;
  };
}
