// The board: a scene as SVG, with pan and zoom, what is legal highlighted, and everything within reach of the keyboard.
// It knows no game: it tells which choices stand on what was chosen, or what was touched in vain.

import { customElement } from "lit/decorators.js";
import type { Clicked } from "../choosing.js";
import { text } from "../text.js";
import type { Selectable, Piece, SceneState } from "../types.js";
import type { Draft, Dragged } from "./draft.js";
import { DrawnBoard } from "./drawn.js";
import { handleAt, isHandleOf } from "./handles.js";
import { el } from "./shapes.js";
import { arrow, choicesOf, first, inReadingOrder, nearest, nearTo, next, type Target } from "./targets.js";
import type { Point } from "./viewport.js";

/** What was chosen, and where on the screen. */
export interface Chosen extends Clicked { choices: Selectable[]; at: Point | null }
export interface Touched { id: string }

/** Half of 44 pixels: a finger that comes so near to the middle of a target means it. */
const NEAR = 22;
/** Things whose middles are as near to each other as this part of the board lie on one spot. */
const ONE_SPOT = 1 / 200;
/** A mouse that has clicked is told nothing until it has moved by so many pixels: a tip would cover what is asked next. */
const AT_REST = 12;

@customElement("kemu-board")
export class KemuBoard extends DrawnBoard {
  /** Where the mouse rests since it has clicked. */
  private rested: Point | null = null;

  /** The piece under a hand that may take it up. */
  private underHand(target: EventTarget | null, things = ".piece, .drafted"): Piece | undefined {
    const id = target instanceof Element ? target.closest<SVGElement>(things)?.dataset.id : undefined;
    return id === undefined ? undefined : this.handy().find((piece) => piece.id === id);
  }

  protected grabs(target: EventTarget | null, at: Point): boolean {
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
  protected vain(target: EventTarget | null) {
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
  protected follow(was: Draft | null | undefined) {
    const { dragged } = this;
    if (!dragged && was) this.grabbed = "";
    if (dragged && this.grabbed === dragged.piece) this.grabbed = dragged.lead;
  }

  protected onClick(event: MouseEvent) {
    if (this.gestures.moved) return;
    this.clicked(event);
    this.rested = { x: event.clientX, y: event.clientY };
    this.tip.hide();
  }

  private clicked(event: MouseEvent) {
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

  /** Whether the mouse is still where it clicked. The browser tells of it again whenever something is drawn under it. */
  private rests({ clientX, clientY }: PointerEvent): boolean {
    if (this.rested && Math.hypot(clientX - this.rested.x, clientY - this.rested.y) >= AT_REST) this.rested = null;
    return this.rested !== null;
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
    // A piece that is taken up first, to be moved to its place, can be put down again: it needs no fan.
    const picked = this.selected === null && choices.every((choice) => choice.picks || choice.target === area);
    return area !== was && picked && this.picks(area) && (choices.length > 1 || (finger && this.stack.small));
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
  protected keepFan(scene: SceneState) {
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
  protected pick(id: string) {
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

  protected readonly onOver = (event: PointerEvent) => {
    // A finger does not hover: what it last touched must not look as if it would be played.
    if (event.pointerType !== "mouse") return;
    this.hover((event.target as Element).closest<SVGElement>(".target")?.dataset.id);
    const rests = this.rests(event);
    if (event.type === "pointerover" && !rests && !this.fanned?.picking) this.fan((event.target as Element).closest<SVGElement>("[data-id]")?.dataset.id);
    const id = (event.target as Element).closest<SVGElement>(".target, .piece, .zone")?.dataset.id;
    if (!id) return;
    if (event.type === "pointerover") this.ghost(id);
    if (rests) return;
    const choices = choicesOf(this.under({ x: event.clientX, y: event.clientY }));
    this.tip.show(choices, new DOMRect(event.clientX, event.clientY, 0, 0), this.named(id, choices.length > 0));
  };
  protected readonly onOut = (event: Event) => {
    if (event instanceof PointerEvent) this.hover(undefined);
    if (event instanceof PointerEvent && event.pointerType === "mouse" && !this.fanned?.picking) this.closeFan();
    this.ghost(this.selected);
    this.tip.hide();
    // What has the keyboard keeps its odds on show when the mouse goes by.
    const focused = document.activeElement;
    if (focused?.matches(".target:focus-visible") && this.contains(focused)) this.tipAt(focused);
  };
  protected readonly onFocus = (event: Event) => {
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

  protected setFocus(id: string, focus = true) {
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
  protected keepWalk() {
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

  protected readonly onKey = (event: KeyboardEvent) => {
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
