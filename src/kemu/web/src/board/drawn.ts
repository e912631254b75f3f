// The board as it is drawn: the ground, what lies on it, what can be chosen, what a hand has moved. It says nothing of itself.

import { html, LitElement, type PropertyValues } from "lit";
import { property, query, state } from "lit/decorators.js";
import { icon } from "../icons.js";
import { text } from "../text.js";
import type { Base, Selectable, FreeState, Piece, SceneState, Zone } from "../types.js";
import { type Draft, type Dragged, drawDraft, ghosts, handy } from "./draft.js";
import { type Guide, guideOf } from "../guide.js";
import "../parts/what.js";
import { Gestures } from "./gestures.js";
import { sizeOf } from "./handles.js";
import { Pieces } from "./pieces.js";
import { definitions, draw, el, filters, frame, halo, outline, place, shapesOf, symbolId } from "./shapes.js";
import { drawnOf, shows } from "./shows.js";
import { Stack } from "./stack.js";
import { first, inReadingOrder, nearest, standsOn, type Target, targetsOf } from "./targets.js";
import { Tip } from "./tip.js";
import { type Point, Viewport } from "./viewport.js";

/** From this many targets at once they are marked more quietly. */
const MANY = 16;

export abstract class DrawnBoard extends LitElement {
  @property({ attribute: false }) base: Base | null = null;
  @property({ attribute: false }) scene: SceneState | null = null;
  @property({ attribute: false }) free: FreeState | null = null;
  /** Where something was dragged to, before it is confirmed, and whether it may go there. */
  @property({ attribute: false }) dragged: Draft | null = null;
  @property({ type: Number }) hinted: number | null = null;
  @property() selected: string | null = null;
  /** A choice that is being considered in a list: what it stands on is marked, and its ghost shown. */
  @property({ attribute: false }) preview: Selectable | null = null;
  @property({ type: Boolean }) lively = false;
  /** The pieces before the last move, for one who has just come to the table. */
  @property({ attribute: false }) earlier: Piece[] | null = null;
  /** What to look at: ids of zones and pieces; and where pieces shall come to stand. */
  @property({ attribute: false }) points: string[] = [];
  @property({ attribute: false }) aims: Piece[] = [];
  /** The game that is played: its guide tells what things are. */
  @property() game = "";
  @state() protected guide: Guide | null = null;
  @state() protected zoomed = false;
  /** The buttons of layers that are shown on demand, as far as they are pressed. */
  @state() protected pressed: ReadonlySet<string> = new Set();
  /** What was just taken up or put down, for those who listen. */
  @state() protected said = "";
  @query("svg") protected svg!: SVGSVGElement;
  @query(".board-window") protected window!: HTMLElement;

  protected view = new Viewport({ width: 1, height: 1 }, { width: 0, height: 0 });
  protected pieces!: Pieces;
  protected targets = new Map<string, Target>();
  protected elements = new Map<string, SVGGraphicsElement>();
  /** What shows, under the pieces, how a place that can be chosen stands: the mouse is over it, and so on. */
  protected states = new Map<string, SVGElement>();
  protected zonesDrawn = new Map<string, SVGGraphicsElement>();
  protected softness = new Set<number>();
  protected focused: string | null = null;
  /** The piece that was last taken up, in a decision over a continuum. */
  protected grabbed = "";
  /** Where the scene last said to look first. */
  protected looked = "";
  /** What the window showed then. */
  protected shown = "";
  protected gestures!: Gestures;
  protected tip!: Tip;
  protected stack!: Stack;
  /** What is fanned out, and in which scene; whether it was clicked on, so that one picks from it. */
  protected fanned: { area: string; scene: SceneState; picking: boolean } | null = null;
  /** Whether something was picked from a stack last: whoever picks may pick on there. */
  protected picked = false;
  protected readonly watcher = new ResizeObserver(() => this.fit());

  // What a hand and the keyboard do: the board itself answers.
  protected abstract readonly onKey: (event: KeyboardEvent) => void;
  protected abstract readonly onOver: (event: PointerEvent) => void;
  protected abstract readonly onOut: (event: Event) => void;
  protected abstract readonly onFocus: (event: Event) => void;
  protected abstract onClick(event: MouseEvent): void;
  protected abstract grabs(target: EventTarget | null, at: Point): boolean;
  protected abstract vain(target: EventTarget | null): void;
  protected abstract pick(id: string): void;
  protected abstract follow(was: Draft | null | undefined): void;
  protected abstract keepFan(scene: SceneState): void;
  protected abstract keepWalk(): void;
  protected abstract setFocus(id: string, focus?: boolean): void;

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

  protected layer(name: string): SVGGElement {
    return this.querySelector<SVGGElement>(`g.${name}`)!;
  }

  protected drawBase(base: Base) {
    this.softness.clear();
    this.svg.querySelector("defs")!.replaceChildren(...filters(shapesOf(base), this.softness), ...definitions(base));
    this.layer("base").replaceChildren(...base.base.map(draw));
    this.zonesDrawn.clear();
    this.layer("zones").replaceChildren(...base.zones.map((zone) => this.drawZone(zone)));
    this.pieces.clear();
  }

  protected drawZone(zone: Zone): SVGGraphicsElement {
    const made = outline(zone) as SVGGraphicsElement;
    made.classList.add("zone");
    made.dataset.id = zone.id;
    this.zonesDrawn.set(zone.id, made);
    return made;
  }

  protected drawScene(scene: SceneState, lively: boolean) {
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
  protected bring(things: Target[]) {
    if (!this.zoomed || !things.length || things.some(({ centre }) => this.view.sees(centre))) return;
    this.view.reveal(things[0]!.centre, 90 / this.view.scale);
    this.show();
  }

  protected drawLayers(scene: SceneState) {
    const drawn = (above: boolean) =>
      drawnOf(scene.layers, this.pressed).filter((layer) => (layer.above ?? true) === above).map((layer) => el("g", { "data-layer": layer.name }, ...layer.shapes.map(draw)));
    this.layer("below").replaceChildren(...drawn(false));
    this.layer("above").replaceChildren(...drawn(true));
  }

  protected press(button: string) {
    const pressed = new Set(this.pressed);
    if (!pressed.delete(button)) pressed.add(button);
    this.pressed = pressed;
    if (this.scene) this.drawLayers(this.scene);
  }

  /** Lay a button over everything that can be chosen; keep the keyboard where it was, or as near as may be. */
  protected drawTargets() {
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

  protected edge(target: Target): SVGElement {
    return target.zone ? outline(target.zone) : this.hull(target.piece!);
  }

  /** The outline of a thing that can be chosen as it looks while it is more than open; unseen until a class says which. */
  protected drawState(target: Target): SVGElement {
    const edge = this.edge(target);
    const group = el("g", { class: "state" }, halo(edge), edge);
    this.states.set(target.id, group);
    return group;
  }

  /** The outline of a piece that can be chosen: a box round its symbol. */
  protected hull(piece: Piece): SVGElement {
    return frame(piece, this.pieces.get(piece.id) ?? this.querySelector<SVGGraphicsElement>(`.drafted[data-id="${CSS.escape(piece.id)}"] use`), this.view.scale / this.view.zoom);
  }

  protected drawReach() {
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
  protected sizeHandles() {
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
  protected drawPoints() {
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

  /** Mark the hint, what waits to be confirmed, and what is being considered in a list. */
  protected mark() {
    const considered = this.preview ? standsOn(this.preview) : [];
    for (const [id, element] of this.elements) {
      const choices = this.targets.get(id)?.choices ?? [];
      for (const one of [element, this.states.get(id)]) {
        one?.classList.toggle("hinted", this.hinted !== null && choices.some((choice) => choice.option === this.hinted));
        one?.classList.toggle("selected", id === this.selected || considered.includes(id));
      }
    }
    if (this.preview) this.ghostOf([this.preview]);
    else if (this.selected) this.ghost(this.selected);
  }

  protected ghost(id: string | null) {
    this.ghostOf(id ? (this.targets.get(id)?.choices ?? []) : []);
  }

  protected ghostOf(choices: Selectable[]) {
    const seen = choices.map((choice) => choice.ghost).filter((ghost) => ghost != null).slice(0, 1).map((ghost) => el("use", { href: `#${symbolId(ghost.symbol)}`, transform: place(ghost.x, ghost.y, ghost.rotate, ghost.scale) }));
    const way = choices.find((choice) => choice.path)?.path;
    const line = way ? [el("path", { d: way, class: "way halo" }), el("path", { d: way, class: "way" })] : [];
    this.layer("ghost").replaceChildren(...line, ...seen);
  }

  protected fit() {
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

  protected show() {
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

  protected tell<T>(name: string, detail: T) {
    this.dispatchEvent(new CustomEvent<T>(name, { detail, bubbles: true, composed: true }));
  }

  protected handy(): Piece[] {
    return this.scene ? handy(this.scene, this.free, this.dragged) : [];
  }
}
