// The board: a scene as SVG, with pan and zoom, what is legal highlighted, and everything within reach of the keyboard.
// It knows no game: it tells which choices stand on what was chosen, or what was touched in vain.

import { html, LitElement, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Clicked } from "../choosing.js";
import { icon } from "../icons.js";
import { text } from "../text.js";
import type { Base, Selectable, FreeState, Piece, SceneState, Zone } from "../types.js";
import { type Draft, type Dragged, drawDraft, ghosts, handy } from "./draft.js";
import { type Guide, guideOf } from "../guide.js";
import "../parts/what.js";
import { Gestures } from "./gestures.js";
import { handleAt, isHandleOf, sizeOf } from "./handles.js";
import { Pieces } from "./pieces.js";
import { definitions, draw, el, filters, frame, halo, outline, place, shapesOf, symbolId } from "./shapes.js";
import { drawnOf, shows } from "./shows.js";
import { Stack } from "./stack.js";
import { arrow, choicesOf, first, inReadingOrder, nearest, nearTo, next, type Target, targetsOf } from "./targets.js";
import { Tip } from "./tip.js";
import { type Point, Viewport } from "./viewport.js";

/** What was chosen, and where on the screen. */
export interface Chosen extends Clicked { choices: Selectable[]; at: Point | null }
export interface Touched { id: string }

/** Half of 44 pixels: a finger that comes so near to the middle of a target means it. */
const NEAR = 22;
/** Things whose middles are as near to each other as this part of the board lie on one spot. */
const ONE_SPOT = 1 / 200;
/** From this many targets at once they are marked more quietly. */
const MANY = 16;

@customElement("kemu-board")
export class KemuBoard extends LitElement {
  @property({ attribute: false }) base: Base | null = null;
  @property({ attribute: false }) scene: SceneState | null = null;
  @property({ attribute: false }) free: FreeState | null = null;
  /** Where something was dragged to, before it is confirmed, and whether it may go there. */
  @property({ attribute: false }) dragged: Draft | null = null;
  @property({ type: Number }) hinted: number | null = null;
  @property() selected: string | null = null;
  /** A choice that is being considered in a list: its ghost is shown. */
  @property({ attribute: false }) preview: Selectable | null = null;
  @property({ type: Boolean }) lively = false;
  /** The pieces before the last move, for one who has just come to the table. */
  @property({ attribute: false }) earlier: Piece[] | null = null;
  /** What to look at: ids of zones and pieces; and where pieces shall come to stand. */
  @property({ attribute: false }) points: string[] = [];
  @property({ attribute: false }) aims: Piece[] = [];
  /** The game that is played: its guide tells what things are. */
  @property() game = "";
  @state() private guide: Guide | null = null;
  @state() private zoomed = false;
  /** The buttons of layers that are shown on demand, as far as they are pressed. */
  @state() private pressed: ReadonlySet<string> = new Set();
  /** What was just taken up or put down, for those who listen. */
  @state() private said = "";
  @query("svg") private svg!: SVGSVGElement;
  @query(".board-window") private window!: HTMLElement;

  private view = new Viewport({ width: 1, height: 1 }, { width: 0, height: 0 });
  private pieces!: Pieces;
  private targets = new Map<string, Target>();
  private elements = new Map<string, SVGGraphicsElement>();
  /** What shows, under the pieces, how a place that can be chosen stands: the mouse is over it, and so on. */
  private states = new Map<string, SVGElement>();
  private zonesDrawn = new Map<string, SVGGraphicsElement>();
  private softness = new Set<number>();
  private focused: string | null = null;
  /** The piece that was last taken up, in a decision over a continuum. */
  private grabbed = "";
  /** Where the scene last said to look first. */
  private looked = "";
  /** What the window showed then. */
  private shown = "";
  private gestures!: Gestures;
  private tip!: Tip;
  private stack!: Stack;
  /** What is fanned out, and in which scene; whether it was clicked on, so that one picks from it. */
  private fanned: { area: string; scene: SceneState; picking: boolean } | null = null;
  /** Whether something was picked from a stack last: whoever picks may pick on there. */
  private picked = false;
  private readonly watcher = new ResizeObserver(() => this.fit());

  protected createRenderRoot() {
    return this;
  }

  protected render() {
    return html`
      <div class="board-window ${this.zoomed ? "zoomed" : ""}" tabindex="0" role="group" aria-label=${this.scene?.title ?? text.board}
        aria-describedby="board-help board-words" @keydown=${this.onKey} @focusin=${this.onFocus} @focusout=${this.onOut}>
        <svg @click=${this.onClick} @pointerover=${this.onOver} @pointermove=${this.onOver} @pointerout=${this.onOut}>
          <defs></defs>
          <g class="base" aria-hidden="true"></g>
          <g class="below" aria-hidden="true"></g>
          <g class="zones"></g>
          <g class="moving"></g>
          <g class="area" aria-hidden="true"></g>
          <g class="traces" aria-hidden="true"></g>
          <g class="marks" aria-hidden="true"></g>
          <g class="pieces" aria-hidden="true"></g>
          <g class="above" aria-hidden="true"></g>
          <g class="reach" aria-hidden="true"></g>
          <g class="ghost" aria-hidden="true"></g>
          <g class="points" aria-hidden="true"></g>
          <g class="targets"></g>
          <g class="walk"></g>
        </svg>
      </div>
      <div class="tip" aria-hidden="true" hidden></div>
      <div class="fanned" aria-hidden="true" hidden></div>
      <p id="board-help" class="unseen">${text.boardHelp}</p>
      <p class="unseen" role="status">${this.said}</p>
      <p id="board-words" class="unseen">${this.scene?.text ?? ""}</p>
      <div class="zoom" role="group" aria-label=${text.zoom}>
        <kemu-what .guide=${this.guide} .scene=${this.scene} .base=${this.base}></kemu-what>
        ${shows(this.scene?.layers ?? [], this.pressed, (button) => this.press(button))}
        <button type="button" class="icon" title=${text.zoomIn} aria-label=${text.zoomIn} @click=${() => this.zoom(1.4)}>${icon("plus")}</button>
        <button type="button" class="icon" title=${text.zoomOut} aria-label=${text.zoomOut} @click=${() => this.zoom(1 / 1.4)} ?disabled=${!this.zoomed}>${icon("minus")}</button>
        <button type="button" class="icon" title=${text.zoomAll} aria-label=${text.zoomAll} @click=${() => this.whole()} ?disabled=${!this.zoomed}>${icon("whole")}</button>
      </div>`;
  }

  protected firstUpdated() {
    this.pieces = new Pieces(this.layer("pieces"), this.layer("traces"));
    this.tip = new Tip(this.querySelector<HTMLElement>(".tip")!);
    this.stack = new Stack(this.querySelector<HTMLElement>(".fanned")!, (id) => this.pick(id));
    this.watcher.observe(this.window);
    this.gestures = new Gestures(this.window, {
      zoom: (factor, at) => this.zoom(factor, at),
      pan: (dx, dy) => {
        this.view.panBy(dx, dy);
        this.show();
      },
      grabs: (target, at) => this.grabs(target, at),
      drag: (at) => this.tell<Dragged>("kemu-drag", { piece: this.grabbed, ...this.view.toScene(at) }),
      vain: (target) => this.vain(target),
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.watcher.disconnect();
  }

  protected updated(changed: PropertyValues<this>) {
    const { base, scene } = this;
    if (changed.has("game") && this.game) void guideOf(this.game).then((guide) => (this.guide = guide));
    if (!base || !scene) return;
    if (changed.has("base")) this.drawBase(base);
    if (changed.has("scene") || changed.has("base")) {
      this.fit();
      this.drawScene(scene, !changed.has("base") && this.lively);
    }
    if ((changed.has("earlier") || changed.has("base")) && this.earlier) this.pieces.markSince(this.earlier);
    if (changed.has("scene") || changed.has("free")) this.keepWalk();
    if (changed.has("dragged")) this.follow(changed.get("dragged") as Draft | null | undefined);
    if (changed.has("scene") || changed.has("base") || changed.has("free") || changed.has("dragged")) this.drawReach();
    if (changed.has("scene") || changed.has("base") || changed.has("points") || changed.has("aims")) this.drawPoints();
    if (changed.has("preview") && !this.preview) this.ghost(this.selected);
    this.mark();
    // Who comes by the keyboard comes to what is hinted at.
    const hint = this.hinted === null ? undefined : [...this.targets.values()].find((target) => target.choices.some((choice) => choice.option === this.hinted && choice.target === target.id));
    if ((changed.has("hinted") || changed.has("scene")) && hint && this.elements.has(hint.id)) this.setFocus(hint.id, false);
  }

  private layer(name: string): SVGGElement {
    return this.querySelector<SVGGElement>(`g.${name}`)!;
  }

  private drawBase(base: Base) {
    this.softness.clear();
    this.svg.querySelector("defs")!.replaceChildren(...filters(shapesOf(base), this.softness), ...definitions(base));
    this.layer("base").replaceChildren(...base.base.map(draw));
    this.zonesDrawn.clear();
    this.layer("zones").replaceChildren(...base.zones.map((zone) => this.drawZone(zone)));
    this.pieces.clear();
  }

  private drawZone(zone: Zone): SVGGraphicsElement {
    const made = outline(zone) as SVGGraphicsElement;
    made.classList.add("zone");
    made.dataset.id = zone.id;
    this.zonesDrawn.set(zone.id, made);
    return made;
  }

  private drawScene(scene: SceneState, lively: boolean) {
    const defs = this.svg.querySelector("defs")!;
    defs.append(...filters(scene.layers.flatMap((layer) => layer.shapes), this.softness));
    this.drawLayers(scene);
    const moving = scene.zones ?? [];
    for (const zone of this.layer("moving").children) this.zonesDrawn.delete((zone as SVGElement).dataset.id!);
    this.layer("moving").replaceChildren(...moving.map((zone) => this.drawZone(zone)));
    // A game that marks its last move itself needs no mark of ours.
    this.pieces.scale = this.view.scale / this.view.zoom;
    this.pieces.show(scene.pieces, lively, !scene.layers.some((layer) => layer.name.startsWith("last")));
    this.targets = targetsOf(scene, [...this.base!.zones, ...moving], (id) => this.zonesDrawn.get(id));
    this.drawTargets();
    this.keepFan(scene);
    if (lively) this.bring([...this.targets.values()].filter(first));
  }

  /** On a board that is zoomed in, what is asked or told about comes into the window if nothing of it is there. */
  private bring(things: Target[]) {
    if (!this.zoomed || !things.length || things.some(({ centre }) => this.view.sees(centre))) return;
    this.view.reveal(things[0]!.centre, 90 / this.view.scale);
    this.show();
  }

  private drawLayers(scene: SceneState) {
    const drawn = (above: boolean) =>
      drawnOf(scene.layers, this.pressed).filter((layer) => (layer.above ?? true) === above).map((layer) => el("g", { "data-layer": layer.name }, ...layer.shapes.map(draw)));
    this.layer("below").replaceChildren(...drawn(false));
    this.layer("above").replaceChildren(...drawn(true));
  }

  private press(button: string) {
    const pressed = new Set(this.pressed);
    if (!pressed.delete(button)) pressed.add(button);
    this.pressed = pressed;
    if (this.scene) this.drawLayers(this.scene);
  }

  /** Lay a button over everything that can be chosen; keep the keyboard where it was, or as near as may be. */
  private drawTargets() {
    const had = this.elements.get(this.focused ?? "") === document.activeElement && this.focused !== null;
    const was = this.focused ? this.targets.get(this.focused) : undefined;
    this.elements.clear();
    this.states.clear();
    this.tip.hide();
    const pressed = inReadingOrder([...this.targets.values()].filter((target) => target.choices.length));
    const open = pressed.filter(first);
    for (const target of pressed) {
      const label = target.choices.map((choice) => choice.label + (choice.odds ? ` (${choice.odds})` : "")).join("; ");
      const shape = target.zone ? outline(target.zone) : this.hull(target.piece!);
      // The outline of a group marks all that stands in it; a figure of it is pressed, but not marked by itself.
      const within = target.choices.every((choice) => choice.target !== target.id && this.targets.get(choice.target ?? "")?.zone);
      const kind = target.zone ? "target place ground" : within ? "target place" : "target ground";
      // Several things that stand for one choice are one button: a reader of the page hears of it once.
      const told = first(target) ? { role: "button", tabindex: -1, "aria-label": label } : { "aria-hidden": "true" };
      const group = el("g", { class: kind, ...told, "data-id": target.id }, shape.cloneNode() as Element, shape);
      (group.firstElementChild as Element).classList.add("halo");
      this.elements.set(target.id, group);
    }
    // What marks a place or a piece lies under the pieces, also while the mouse is over it, it is hinted at or waits to be confirmed;
    // above them lies only what is pressed, and shows itself only to the keyboard.
    const below = (target: Target) => this.elements.get(target.id)!.classList.contains("ground");
    const marked = pressed.filter((target) => below(target) && (target.piece || first(target))).map((target) => this.edge(target));
    const states = pressed.filter(below).map((target) => this.drawState(target));
    this.layer("marks").replaceChildren(...marked.map((one) => halo(one)), ...marked, ...states);
    this.layer("marks").classList.toggle("many", open.length > MANY);
    const layer = this.layer("targets");
    // A piece that can be chosen lies over the place that can be chosen.
    const level = (target: Target) => (target.piece ? 1 + (target.piece.z ?? 0) : 0);
    const stacked = [...pressed].sort((a, b) => level(a) - level(b));
    layer.replaceChildren(...stacked.map((target) => this.elements.get(target.id)!));
    layer.classList.toggle("many", open.length > MANY);
    if (!open.length) {
      if (had) this.window.focus({ preventScroll: true });
      return;
    }
    const stays = was && (was.choices.length && first(was) ? was : nearest(was.centre, Infinity, open));
    this.focused = (stays ?? open[Math.floor(open.length / 2)]!).id;
    this.elements.get(this.focused)!.setAttribute("tabindex", "0");
    if (had || (document.activeElement === this.window && !this.free)) this.elements.get(this.focused)!.focus({ preventScroll: true });
  }

  private edge(target: Target): SVGElement {
    return target.zone ? outline(target.zone) : this.hull(target.piece!);
  }

  /** The outline of a thing that can be chosen as it looks while it is more than open; unseen until a class says which. */
  private drawState(target: Target): SVGElement {
    const edge = this.edge(target);
    const group = el("g", { class: "state" }, halo(edge), edge);
    this.states.set(target.id, group);
    return group;
  }

  /** The outline of a piece that can be chosen: a box round its symbol. */
  private hull(piece: Piece): SVGElement {
    return frame(piece, this.pieces.get(piece.id) ?? this.querySelector<SVGGraphicsElement>(`.drafted[data-id="${CSS.escape(piece.id)}"] use`), this.view.scale / this.view.zoom);
  }

  private drawReach() {
    const { free, dragged, scene } = this;
    // All edges first, then all areas over them: what overlaps looks like one area with one edge round it.
    const paths = (free?.reach ?? []).map((reach) => reach.path);
    this.layer("area").replaceChildren(...paths.map((d) => el("path", { d, class: "edge" })), ...paths.map((d) => el("path", { d })));
    // What was taken up may have moved by another choice, and can then be moved no more.
    if (!free || (!dragged && !this.handy().some((one) => one.id === this.grabbed))) this.grabbed = "";
    this.layer("reach").replaceChildren(...(free && dragged && scene ? drawDraft(scene, free, dragged, 9 / this.view.scale) : []));
    const piece = this.handy().find((one) => one.id === this.grabbed);
    if (piece && this.grabbed !== dragged?.lead) {
      const taken = this.hull(piece);
      taken.classList.add("grab");
      this.layer("reach").append(taken);
    }
    this.sizeHandles();
    const movable = new Set(free?.pieces);
    const away = new Set(free && dragged && scene ? ghosts(scene, free, dragged).map((one) => one.id) : []);
    for (const { id } of scene?.pieces ?? []) {
      this.pieces.get(id)?.classList.toggle("draggable", movable.has(id));
      this.pieces.get(id)?.classList.toggle("away", away.has(id));
    }
  }

  /** Draw the handles so large, whatever the zoom, that a hand can take hold of them. */
  private sizeHandles() {
    if (!this.scene) return;
    const drafted = this.free && this.dragged ? ghosts(this.scene, this.free, this.dragged) : [];
    const sized = (piece: Piece, use: SVGGraphicsElement | null | undefined) => {
      const box = use?.getBBox();
      if (!box?.width) return;
      const least = sizeOf(piece, this.grabbed, [...drafted, ...this.scene!.pieces], this.view.scale) / (box.width * this.view.scale);
      use!.setAttribute("transform", place(piece.x, piece.y, piece.rotate, Math.max(piece.scale ?? 1, least)));
    };
    for (const piece of this.scene.pieces) if (piece.handle) sized(piece, this.pieces.get(piece.id));
    for (const piece of drafted) if (piece.handle) sized(piece, this.querySelector<SVGGraphicsElement>(`.drafted[data-id="${CSS.escape(piece.id)}"] use`));
  }

  /** Mark what to look at, and where pieces shall come to stand. */
  private drawPoints() {
    const told = this.points.map((id) => this.targets.get(id)).filter((target) => target !== undefined);
    this.bring(told);
    const looked = told.flatMap((target) => [halo(this.edge(target)), this.edge(target)]);
    const aims = this.aims.map((piece, number) => {
      const use = el("use", { href: `#${symbolId(piece.symbol)}`, transform: place(piece.x, piece.y, piece.rotate, piece.scale) });
      // A ring round the first of them, the lead, says where to point.
      return number ? el("g", { class: "aim" }, use) : el("g", { class: "aim" }, use, el("circle", { cx: piece.x, cy: piece.y, r: 18 / (this.view.scale / this.view.zoom) }));
    });
    this.layer("points").replaceChildren(...looked, ...aims);
  }

  /** Mark the hint and what waits to be confirmed. */
  private mark() {
    for (const [id, element] of this.elements) {
      const choices = this.targets.get(id)?.choices ?? [];
      for (const one of [element, this.states.get(id)]) {
        one?.classList.toggle("hinted", this.hinted !== null && choices.some((choice) => choice.option === this.hinted));
        one?.classList.toggle("selected", id === this.selected);
      }
    }
    if (this.preview) this.ghostOf([this.preview]);
    else if (this.selected) this.ghost(this.selected);
  }

  private ghost(id: string | null) {
    this.ghostOf(id ? (this.targets.get(id)?.choices ?? []) : []);
  }

  private ghostOf(choices: Selectable[]) {
    const seen = choices.map((choice) => choice.ghost).filter((ghost) => ghost != null).slice(0, 1).map((ghost) => el("use", { href: `#${symbolId(ghost.symbol)}`, transform: place(ghost.x, ghost.y, ghost.rotate, ghost.scale) }));
    const way = choices.find((choice) => choice.path)?.path;
    const line = way ? [el("path", { d: way, class: "way halo" }), el("path", { d: way, class: "way" })] : [];
    this.layer("ghost").replaceChildren(...line, ...seen);
  }

  private fit() {
    if (!this.scene) return;
    // In one column the board is no higher than its picture: an empty band would push what is tapped out of sight.
    this.window.style.setProperty("--tall", String(Math.min(1, this.scene.height / this.scene.width)));
    this.view.resize(this.scene, { width: this.window.clientWidth, height: this.window.clientHeight });
    const { look } = this.scene;
    const where = look ? `${look.x} ${look.y} ${look.w} ${look.h}` : "";
    if (where !== this.looked && this.window.clientHeight) {
      // Who has zoomed or moved the board himself keeps what he looks at.
      const own = this.looked && JSON.stringify(this.view.box) !== this.shown;
      this.looked = where;
      if (look && !own) this.view.look(look);
      this.shown = own ? "" : JSON.stringify(this.view.box);
    }
    this.show();
  }

  private show() {
    const { x, y, width, height } = this.view.box;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.zoomed = this.view.zoom > 1.001;
    this.sizeHandles();
  }

  zoom(factor: number, at?: Point) {
    this.view.zoomBy(factor, at);
    this.show();
  }

  whole() {
    this.view.reset();
    this.show();
  }

  private tell<T>(name: string, detail: T) {
    this.dispatchEvent(new CustomEvent<T>(name, { detail, bubbles: true, composed: true }));
  }

  private handy(): Piece[] {
    return this.scene ? handy(this.scene, this.free, this.dragged) : [];
  }

  /** The piece under a hand that may take it up. */
  private underHand(target: EventTarget | null, things = ".piece, .drafted"): Piece | undefined {
    const id = target instanceof Element ? target.closest<SVGElement>(things)?.dataset.id : undefined;
    return id === undefined ? undefined : this.handy().find((piece) => piece.id === id);
  }

  private grabs(target: EventTarget | null, at: Point): boolean {
    const handy = this.handy();
    // A ghost has its own handles; whose else lie under it are not meant.
    const ghost = target instanceof Element ? target.closest<SVGElement>(".drafted")?.dataset.id : undefined;
    const handles = ghost === undefined ? handy : handy.filter((piece) => piece.id === ghost || isHandleOf(piece, ghost));
    const handle = handles.length ? handleAt(this.view.toScene(at), this.grabbed, handles, handy, this.view.scale) : undefined;
    // What stands for choices of its own is chosen by a click, and moved by a drag.
    const piece = handle ?? this.underHand(target, ".piece, .drafted, .target");
    if (piece && piece.id !== this.grabbed) {
      this.grabbed = piece.id;
      this.sizeHandles();
    }
    return piece !== undefined || (this.free !== null && target instanceof Element && target.closest(".reach .cross") !== null);
  }

  /** A piece was dragged that is not moved so: say why. On a board that is zoomed in, the board itself was moved. */
  private vain(target: EventTarget | null) {
    const id = target instanceof Element ? target.closest<SVGElement>("[data-id]")?.dataset.id : undefined;
    const hit = id === undefined ? undefined : this.targets.get(id);
    if (this.zoomed || !hit?.piece) return;
    if (hit.choices.length) this.tell("kemu-vain", {});
    else this.tell<Touched>("kemu-touch", { id: hit.id });
  }

  private take(piece: Piece) {
    this.grabbed = piece.id;
    this.said = text.takenUp(piece.label);
    this.tell("kemu-take", {});
    this.drawReach();
  }

  /** Whoever moves on goes on with the piece that the rules have put at the point; a draft given up is put down. */
  private follow(was: Draft | null | undefined) {
    const { dragged } = this;
    if (!dragged && was) this.grabbed = "";
    if (dragged && this.grabbed === dragged.piece) this.grabbed = dragged.lead;
  }

  private onClick(event: MouseEvent) {
    if (this.gestures.moved) return;
    const id = (event.target as Element).closest<SVGElement>("[data-id]")?.dataset.id;
    const frame = this.window.getBoundingClientRect();
    const at = this.view.toScene({ x: event.clientX - frame.left, y: event.clientY - frame.top });
    const pointer = { x: event.clientX, y: event.clientY };
    const finger = event instanceof PointerEvent && event.pointerType === "touch";
    const piece = this.underHand(event.target);
    const hits = this.hits(id, pointer, finger);
    const [hit] = hits;
    if (this.fansOnly(id, finger, choicesOf(hits))) return;
    // Over a continuum every point is a place: a click on a piece that can move takes it up, one beside it says where to.
    if (piece) return this.take(piece);
    if (hit?.choices.length) return this.choose(hits, pointer);
    const open = [...this.targets.values()].filter((target) => target.choices.length);
    const room = hit ? Math.hypot(hit.centre.x - at.x, hit.centre.y - at.y) : Infinity;
    const close = hit?.piece || this.free ? undefined : nearest(at, Math.min(NEAR / this.view.scale, room), open);
    if (close) this.choose(nearTo(close.centre, this.spot, open, close), pointer);
    else if (this.free && !hit?.piece) this.tell<Dragged>("kemu-drag", { piece: this.grabbed, ...at });
    else if (hit) this.tell<Touched>("kemu-touch", { id: hit.id });
    else this.tell("kemu-nothing", {});
  }

  /** What was clicked on, and what lies there with it. Under a finger, what is fanned out to be picked is picked in the fan. */
  private hits(id: string | undefined, at: Point, finger: boolean): Target[] {
    const own = id ? this.targets.get(id) : undefined;
    const all = [...(own ? [own] : []), ...(own?.choices.length ? this.under(at) : [])];
    const fan = finger && this.fanned?.picking && this.stack.small ? this.fanned.area : "";
    const others = fan ? all.filter((target) => target.piece?.area !== fan) : all;
    return others.length ? others : all.slice(0, 1);
  }

  /** Fan out the stack that was clicked on. Whether that is all: the click has not said which of its counters is meant. */
  private fansOnly(id: string | undefined, finger: boolean, choices: Selectable[]): boolean {
    const was = this.fanned?.picking ? this.fanned.area : "";
    this.fan(id, true);
    const area = this.fanned?.area ?? was;
    return area !== was && this.picks(area) && (choices.length > 1 || (finger && this.stack.small));
  }

  /** Choose what stands on one spot: the first of the targets has the keyboard from now on. */
  private choose(targets: Target[], at: Point) {
    const [target] = targets;
    const choices = choicesOf(targets);
    this.picked = choices.length > 0 && choices.every((choice) => choice.picks);
    const unseen = choices.some((choice) => choice.odds && !this.tip.shows(choice));
    this.setFocus(target!.id, false);
    this.tell<Chosen>("kemu-choose", { choices, at, target: target!.id, unseen });
  }

  /** How near to each other the middles of things on one spot are, in the scene's own measure. */
  private get spot(): number {
    return this.scene!.width * ONE_SPOT;
  }

  /** The targets under the pointer, the topmost first. */
  private under(at: Point): Target[] {
    const ids = document.elementsFromPoint(at.x, at.y).map((one) => one.closest<SVGElement>(".target")?.dataset.id);
    return [...new Set(ids)].flatMap((id) => (id === undefined ? [] : (this.targets.get(id) ?? [])));
  }

  /** Fan out what lies where this thing is, if it is a stack. `picking`: to pick from it. */
  private fan(id: string | undefined, picking = false) {
    const scene = this.scene!;
    const area = scene.pieces.find((piece) => piece.id === id)?.area ?? id;
    const here = area ? scene.pieces.filter((piece) => piece.area === area) : [];
    const place = this.targets.get(area ?? "")?.choices.find((choice) => choice.target === area);
    const open = here.filter((piece) => this.targets.get(piece.id)?.choices.length).map((piece) => piece.id);
    const whole = place ? { id: area!, label: place.label } : null;
    const shown = this.stack.show(here, (one) => this.pieces.get(one), picking ? { pieces: new Set(open), place: whole } : null);
    this.fanned = shown ? { area: area!, scene, picking } : null;
  }

  /** What was told again stays fanned out, and so does a stack from which somebody picks who can pick on. */
  private keepFan(scene: SceneState) {
    const { fanned, picked } = this;
    const same = fanned && JSON.stringify(fanned.scene.selectable) === JSON.stringify(scene.selectable);
    const asked = scene.selectable.length > 0;
    if (asked && !same) this.picked = false;
    if (fanned && (same || (picked && (!asked || this.picks(fanned.area))))) this.fan(fanned.area, fanned.picking);
    else this.closeFan();
  }

  /** Whether counters can be picked out of a stack, one after the other. */
  private picks(area: string): boolean {
    return this.scene!.pieces.some((piece) => piece.area === area && this.targets.get(piece.id)?.choices.some((choice) => choice.picks));
  }

  /** One of what is fanned out was clicked. */
  private pick(id: string) {
    const target = this.targets.get(id);
    if (!target) return;
    const box = this.querySelector(".fanned")!.getBoundingClientRect();
    if (target.choices.length) this.choose([target], { x: box.left + box.width / 2, y: box.bottom });
    else this.tell<Touched>("kemu-touch", { id });
  }

  private closeFan() {
    this.fanned = null;
    this.stack.hide();
  }

  private hover(id: string | undefined) {
    for (const [other, state] of this.states) state.classList.toggle("hovered", other === id);
  }

  private readonly onOver = (event: PointerEvent) => {
    // A finger does not hover: what it last touched must not look as if it would be played.
    if (event.pointerType !== "mouse") return;
    this.hover((event.target as Element).closest<SVGElement>(".target")?.dataset.id);
    if (event.type === "pointerover" && !this.fanned?.picking) this.fan((event.target as Element).closest<SVGElement>("[data-id]")?.dataset.id);
    const id = (event.target as Element).closest<SVGElement>(".target, .piece, .zone")?.dataset.id;
    if (!id) return;
    if (event.type === "pointerover") this.ghost(id);
    const choices = choicesOf(this.under({ x: event.clientX, y: event.clientY }));
    this.tip.show(choices, new DOMRect(event.clientX, event.clientY, 0, 0), this.named(id, choices.length > 0));
  };
  private readonly onOut = (event: Event) => {
    if (event instanceof PointerEvent) this.hover(undefined);
    if (event instanceof PointerEvent && event.pointerType === "mouse" && !this.fanned?.picking) this.closeFan();
    this.ghost(this.selected);
    this.tip.hide();
    // What has the keyboard keeps its odds on show when the mouse goes by.
    const focused = document.activeElement;
    if (focused?.matches(".target:focus-visible") && this.contains(focused)) this.tipAt(focused);
  };
  private readonly onFocus = (event: Event) => {
    const element = event.target as Element;
    const id = element.closest<SVGElement>("[data-id]")?.dataset.id;
    if (!id || !element.matches(":focus-visible")) return;
    this.ghost(id);
    const target = this.targets.get(id);
    if (target && this.zoomed) {
      this.view.reveal(target.centre, 60 / this.view.scale);
      this.show();
    }
    this.tipAt(element);
  };

  /** What the mouse rests on, a line each: its name, and what the guide tells of it. */
  private named(id: string, short: boolean): string[] {
    const target = this.targets.get(id);
    if (!target) return [];
    const thing = { id, label: target.label, symbol: target.piece?.symbol ?? "" };
    if (this.guide?.of(thing).length) return this.guide.lines(thing, short);
    return target.piece ? [target.label] : [];
  }

  private tipAt(element: Element) {
    const target = this.targets.get((element as SVGElement).dataset.id ?? "");
    this.tip.show(target?.choices ?? [], element.getBoundingClientRect());
  }

  private setFocus(id: string, focus = true) {
    // The keyboard stops at the first of several things that stand for one choice.
    const stop = this.elements.get(id)?.hasAttribute("aria-hidden") ? (this.targets.get(id)!.choices[0]!.target ?? id) : id;
    id = this.elements.has(stop) ? stop : id;
    for (const [other, element] of this.elements) if (!element.hasAttribute("aria-hidden")) element.setAttribute("tabindex", other === id ? "0" : "-1");
    this.focused = id;
    if (focus) this.elements.get(id)?.focus({ preventScroll: true });
  }

  /** Give the keyboard to the board: to the target it was on, or the board itself. */
  enter() {
    const element = this.elements.get(this.focused ?? "");
    (element ?? this.window).focus({ preventScroll: true });
  }

  /** Visit a place that cannot be chosen: it becomes something that can have the focus and be asked about. */
  private explore(target: Target) {
    const element = this.elements.get(target.id) ?? (target.zone ? this.zonesDrawn.get(target.id) : this.walkTo(target));
    if (!element) return;
    if (!this.elements.has(target.id) || element.hasAttribute("aria-hidden")) {
      element.removeAttribute("aria-hidden");
      const on = [...this.targets.values()].filter((other) => target.zone && other.piece && Math.hypot(other.centre.x - target.centre.x, other.centre.y - target.centre.y) < 0.5);
      element.setAttribute("role", "button");
      element.setAttribute("aria-disabled", String(!target.choices.length && !this.handy().some((piece) => piece.id === target.id)));
      element.setAttribute("aria-label", [target.label, ...on.map((other) => other.label)].join(", "));
    }
    element.setAttribute("tabindex", "-1");
    element.focus({ preventScroll: true });
  }

  /** Pieces are pictures to a screen reader: the one that is visited gets a frame that can be named and pressed. */
  private walkTo(target: Target): SVGGraphicsElement {
    const frame = el("g", { class: "walked", "data-id": target.id }, this.hull(target.piece!));
    this.layer("walk").replaceChildren(frame);
    return frame;
  }

  /** What is visited stays visited when the board is drawn anew, if it is still there. */
  private keepWalk() {
    const layer = this.layer("walk");
    const visited = layer.firstElementChild as SVGElement | null;
    const target = visited?.contains(document.activeElement) ? this.targets.get(visited.dataset.id!) : undefined;
    if (!target?.piece) return this.endWalk();
    layer.replaceChildren();
    this.explore(target);
  }

  private endWalk() {
    const layer = this.layer("walk");
    const had = layer.contains(document.activeElement);
    layer.replaceChildren();
    if (had) this.window.focus({ preventScroll: true });
  }

  /** Go to the next piece of the board, in reading order, or the one before. */
  private walk(from: Target | undefined, step: number) {
    const all = inReadingOrder([...this.targets.values()].filter((target) => target.piece));
    const at = all.findIndex((target) => target.id === from?.id);
    const to = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
    if (to) this.explore(to);
  }

  /** Take up the next piece that can move, or the one before. */
  private takeNext(step: number) {
    const all = this.handy();
    const at = all.findIndex((piece) => piece.id === this.grabbed);
    const to = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
    if (to) this.take(to);
    else this.said = text.nothingToTakeUp;
    this.window.focus({ preventScroll: true });
  }

  /** Where the arrow keys move from: what is taken up, where it would stand; at first the middle of the reach. */
  private from(): Point {
    if (this.dragged && (!this.grabbed || this.grabbed === this.dragged.lead)) return this.dragged;
    const piece = this.handy().find((one) => one.id === this.grabbed);
    if (piece) return piece;
    const box = this.layer("area").getBBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    const way = arrow(event.key);
    const id = (event.target as Element).closest<SVGElement>("[data-id]")?.dataset.id;
    const here = id ? this.targets.get(id) : undefined;
    const open = [...this.targets.values()].filter((target) => target.choices.length && first(target));
    const walked = (event.target as Element).classList.contains("walked");
    const letter = event.ctrlKey ? "" : event.key.toLowerCase();
    if (letter === "w") this.walk(here, event.shiftKey ? -1 : 1);
    else if (this.free && (letter === "n" || letter === "p")) this.takeNext(letter === "n" ? 1 : -1);
    else if (event.key === "Escape" && this.fanned) this.closeFan();
    else if (event.key === "Escape" && walked) this.endWalk();
    else if (event.key === "Escape" && this.grabbed && !this.dragged) {
      this.grabbed = "";
      this.said = text.putDown;
      this.drawReach();
    } else if (way && walked && !event.shiftKey) {
      const to = next(here!, way, [...this.targets.values()].filter((target) => target.piece), this.spot);
      if (to) this.explore(to);
    } else if (way && this.free && !here && !event.shiftKey) {
      const step = (this.scene!.width / 60) * (event.ctrlKey ? 0.2 : 1);
      const from = this.from();
      this.tell<Dragged>("kemu-drag", { piece: this.grabbed, x: from.x + way.x * step, y: from.y + way.y * step });
    } else if (event.key === "Enter" && this.free && this.dragged && !here) {
      this.tell("kemu-drop", {});
    } else if (way && (event.shiftKey || (!here && !event.ctrlKey && (this.zoomed || !open.length)))) {
      this.view.panBy(-way.x * 60, -way.y * 60);
      this.show();
    } else if (way && event.ctrlKey) {
      const zones = [...this.targets.values()].filter((target) => target.zone || !this.zonesDrawn.size || target.choices.length);
      const to = here ? next(here, way, zones, this.spot) : (this.targets.get(this.focused ?? "") ?? zones[0]);
      if (to) this.explore(to);
    } else if (way) {
      const to = here ? next(here, way, open, this.spot) : (this.targets.get(this.focused ?? "") ?? open[0]);
      if (to?.choices.length) this.setFocus(to.id);
    } else if ((event.key === "Enter" || event.key === " ") && here) {
      const box = (event.target as Element).getBoundingClientRect();
      const piece = walked ? this.handy().find((one) => one.id === here.id) : undefined;
      if (piece) {
        this.endWalk();
        this.take(piece);
      } else if (here.choices.length) this.choose([here], { x: box.left + box.width / 2, y: box.bottom });
      else this.tell<Touched>("kemu-touch", { id: here.id });
    } else if ((event.key === "Enter" || event.key === " ") && !here) this.enter();
    else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") this.whole();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
