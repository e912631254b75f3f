// What the board shows on demand: a button for each layer that has one, on a sheet of their own.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../icons.js";
import { text } from "../text.js";
import type { SceneState } from "../types.js";

type Layers = SceneState["layers"];

/** The layers that are drawn: those with no button, and those whose button is pressed. */
export const drawnOf = (layers: Layers, pressed: ReadonlySet<string>): Layers => layers.filter((layer) => !layer.button || pressed.has(layer.button));

/** The buttons; nothing if no layer has one. */
export function shows(layers: Layers, pressed: ReadonlySet<string>, press: (button: string) => void): TemplateResult | typeof nothing {
  const buttons = [...new Set(layers.flatMap((layer) => layer.button || []))];
  if (!buttons.length) return nothing;
  return html`<details class="shows" @keydown=${closing} @focusout=${leaving}>
    <summary class="icon" title=${text.shows} aria-label=${text.shows}>${icon("layers")}</summary>
    <div class="shows-list">${buttons.map((button) => html`<button type="button" aria-pressed=${pressed.has(button)} @click=${() => press(button)}>${button}</button>`)}</div>
  </details>`;
}

function closing(event: KeyboardEvent) {
  if (event.key !== "Escape") return;
  const sheet = event.currentTarget as HTMLDetailsElement;
  sheet.open = false;
  sheet.querySelector("summary")!.focus();
  event.stopPropagation();
}

function leaving(event: FocusEvent) {
  const sheet = event.currentTarget as HTMLDetailsElement;
  if (event.relatedTarget && !sheet.contains(event.relatedTarget as Node)) sheet.open = false;
}
