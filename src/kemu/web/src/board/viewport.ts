// Pan and zoom: which part of the scene the board shows. Pure arithmetic on a view box, apart from any element.

export interface Size { width: number; height: number }
export interface Point { x: number; y: number }

const MOST = 8;
/** Room round the scene, in pixels: what stands at its very edge is seen whole. */
const EDGE = 7;

export class Viewport {
  zoom = 1;
  /** The scene point in the middle of the window. */
  private middle: Point;

  constructor(private scene: Size, private window: Size) {
    this.middle = { x: scene.width / 2, y: scene.height / 2 };
  }

  resize(scene: Size, window: Size) {
    const other = scene.width !== this.scene.width || scene.height !== this.scene.height;
    this.scene = scene;
    this.window = window;
    if (other) this.reset();
    else this.hold();
  }

  reset() {
    this.zoom = 1;
    this.middle = { x: this.scene.width / 2, y: this.scene.height / 2 };
  }

  /** Screen pixels per scene unit. */
  get scale(): number {
    const { width, height } = this.window;
    if (!width || !height) return 1;
    const within = (pixels: number) => Math.max(pixels - 2 * EDGE, 1);
    return Math.min(within(width) / this.scene.width, within(height) / this.scene.height) * this.zoom;
  }

  get box(): { x: number; y: number; width: number; height: number } {
    const width = (this.window.width || this.scene.width) / this.scale;
    const height = (this.window.height || this.scene.height) / this.scale;
    return { x: this.middle.x - width / 2, y: this.middle.y - height / 2, width, height };
  }

  /** From a point of the window, in pixels from its corner, to the scene. */
  toScene(at: Point): Point {
    const box = this.box;
    return { x: box.x + at.x / this.scale, y: box.y + at.y / this.scale };
  }

  /** Zoom by a factor; the scene point under `at` stays under it. */
  zoomBy(factor: number, at: Point = { x: this.window.width / 2, y: this.window.height / 2 }) {
    const fixed = this.toScene(at);
    this.zoom = Math.min(MOST, Math.max(1, this.zoom * factor));
    const moved = this.toScene(at);
    this.middle = { x: this.middle.x + fixed.x - moved.x, y: this.middle.y + fixed.y - moved.y };
    this.hold();
  }

  /** Move what is shown by pixels of the window. */
  panBy(dx: number, dy: number) {
    this.middle = { x: this.middle.x - dx / this.scale, y: this.middle.y - dy / this.scale };
    this.hold();
  }

  /** Show a part of the scene, as large as the window allows. */
  look(part: { x: number; y: number; w: number; h: number }) {
    this.zoom = 1;
    const { width, height } = this.box;
    this.zoom = Math.min(MOST, Math.max(1, Math.min(width / part.w, height / part.h)));
    this.middle = { x: part.x + part.w / 2, y: part.y + part.h / 2 };
    this.hold();
  }

  sees(point: Point): boolean {
    const { x, y, width, height } = this.box;
    return point.x > x && point.x < x + width && point.y > y && point.y < y + height;
  }

  /** Bring a scene point into the window, if it is not. */
  reveal(point: Point, margin: number) {
    const box = this.box;
    const edge = Math.min(margin, box.width / 3, box.height / 3);
    const into = (value: number, low: number, span: number) =>
      value < low + edge ? value - low - edge : value > low + span - edge ? value - low - span + edge : 0;
    this.middle = { x: this.middle.x + into(point.x, box.x, box.width), y: this.middle.y + into(point.y, box.y, box.height) };
    this.hold();
  }

  private hold() {
    const { width, height } = this.box;
    const edge = EDGE / this.scale;
    const clamp = (value: number, span: number, whole: number) =>
      span >= whole + 2 * edge ? whole / 2 : Math.min(whole + edge - span / 2, Math.max(span / 2 - edge, value));
    this.middle = { x: clamp(this.middle.x, width, this.scene.width), y: clamp(this.middle.y, height, this.scene.height) };
  }
}
