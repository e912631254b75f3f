// How a seat is marked wherever it is named: by a shape, and by a colour: that of its pieces, if the game tells it; that which
// it is called by ("black"); else one that the colour-blind can tell apart.

import { svg, type TemplateResult, html } from "lit";
import { named, text } from "./text.js";
import type { GameInfo, SeatState } from "./types.js";

const OKABE_ITO = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#f0e442", "#444444"];
const SHAPES = [
  svg`<circle cx="8" cy="8" r="6" />`,
  svg`<rect x="2.5" y="2.5" width="11" height="11" rx="1.5" />`,
  svg`<path d="M8 1.5 14.5 13.5H1.5Z" />`,
  svg`<path d="M8 1 15 8 8 15 1 8Z" />`,
];
const DISC = SHAPES[0]!;

export function seatMark(name: string, index: number, given = ""): TemplateResult {
  const ownColour = CSS.supports("color", name);
  const told = CSS.supports("color", given) ? given : "";
  const colour = told || (ownColour ? name : OKABE_ITO[index % OKABE_ITO.length]!);
  return html`<svg class="seat-mark" viewBox="0 0 16 16" aria-hidden="true" fill=${colour}>${ownColour ? DISC : SHAPES[index % SHAPES.length]!}</svg>`;
}

/** What people call a seat. An invitation names a seat before anything is known of it. */
export const titled = (seats: readonly Pick<SeatState, "name" | "title">[], seat: string): string => seats.find((one) => one.name === seat)?.title ?? named(seat);

/** The same where only the list of games is at hand. */
export const titledBy = (about: GameInfo | undefined, seat: string): string => about?.titles[about.seats.indexOf(seat)] ?? named(seat);

/** An option's value as it is shown. */
export const said = (choice: unknown) => (choice === true ? text.yes : choice === false ? text.no : named(String(choice)));
