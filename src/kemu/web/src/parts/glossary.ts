// The glossary: every thing that lies on the board, with its drawn symbol, what is written on it, and its rules.

import { html, nothing, type TemplateResult } from "lit";
import * as api from "../api.js";
import type { Guide } from "../guide.js";
import { text } from "../text.js";
import type { GuideEntry, GuidePicture } from "../types.js";
import { clauseChip } from "./clause.js";

/** A picture that cannot be drawn, with an own kit, leaves no hole. */
const gone = (event: Event) => (event.currentTarget as Element).closest("figure, .entry-picture")?.classList.add("gone");

/** What an entry says. */
export const entryBody = (game: string, entry: GuideEntry): TemplateResult => html`
  ${entry.picture ? html`<span class="entry-picture"><img src=${api.guidePicture(game, entry.picture)} alt="" loading="lazy" @error=${gone} /></span>` : nothing}
  <div class="entry-words"><p>${entry.words}</p>
    ${Object.keys(entry.signs).length ? html`<dl class="signs">${Object.entries(entry.signs).map(([sign, means]) => html`<div><dt>${sign}</dt><dd>${means}</dd></div>`)}</dl>` : nothing}
    ${entry.clauses.length ? html`<p class="entry-clauses">${entry.clauses.map((clause) => clauseChip(clause))}</p>` : nothing}</div>`;

/** All entries in which each of these words stands, by what they speak of. */
export function glossary(guide: Guide, sought: readonly string[]): { count: number; body: TemplateResult } {
  const found = guide.entries.filter((entry) => {
    const all = `${entry.name} ${entry.words} ${Object.entries(entry.signs).flat().join(" ")}`.toLowerCase();
    return sought.every((word) => all.includes(word));
  });
  const kinds = [...new Set(found.map((entry) => entry.kind))];
  const body = html`${kinds.map((kind) => html`
    <h3 class="entry-kind">${text.kinds[kind] ?? kind}</h3>
    <ul class="glossary">${found.filter((entry) => entry.kind === kind).map((entry) => html`<li class="entry"><h4>${entry.name}</h4>${entryBody(guide.game, entry)}</li>`)}</ul>`)}`;
  return { count: found.length, body };
}

/** A picture of a rule. */
export const rulePicture = (game: string, picture: GuidePicture): TemplateResult => html`
  <figure class="rule-picture"><img src=${api.guidePicture(game, picture.id)} alt="" loading="lazy" @error=${gone} /><figcaption>${picture.caption}</figcaption></figure>`;
