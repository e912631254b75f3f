// The rules at hand: a glossary, and every clause of the game in our words, by chapter, with pictures and searchable; what is
// a ruling or a reconstruction says so.

import { html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import * as api from "../api.js";
import { type Guide, guideOf } from "../guide.js";
import { Light } from "../light.js";
import { text } from "../text.js";
import type { ClauseInfo } from "../types.js";
import { glossary, rulePicture } from "./glossary.js";

@customElement("kemu-rules")
export class KemuRules extends Light {
  @property() game = "";
  /** The clause that was asked for. */
  @property() clause = "";
  @state() private clauses: ClauseInfo[] | null = null;
  @state() private guide: Guide | null = null;
  @state() private words = "";
  @state() private trouble = "";

  protected willUpdate(changed: PropertyValues<this>) {
    if (changed.has("game") && this.game) void this.load();
    if (changed.has("clause") && this.clause) this.words = "";
  }

  private async load() {
    void guideOf(this.game).then((guide) => (this.guide = guide));
    try {
      const clauses = await api.clauses(this.game);
      // Ids may come with or without the game's name: here they always have it.
      this.clauses = clauses.map((clause) => ({ ...clause, id: clause.id.includes(":") ? clause.id : `${this.game}:${clause.id}` }));
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  protected render() {
    if (this.trouble) return html`<p class="trouble">${this.trouble}</p>`;
    if (!this.clauses) return html`<p class="loading">${text.loading}</p>`;
    const sought = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.clauses.filter((clause) => {
      const all = `${text.clause(clause.id)} ${clause.title} ${clause.summary} ${clause.reading ?? ""} ${clause.status} ${clause.reconstructed ? `${text.reconstruction} ${clause.reconstructed}` : ""}`.toLowerCase();
      return sought.every((word) => all.includes(word));
    });
    const entries = this.guide?.entries.length ? glossary(this.guide, sought) : null;
    return html`
      <div class="rules-search">
        <input type="search" aria-label=${text.search} placeholder=${text.search} .value=${this.words} @input=${(event: Event) => (this.words = (event.target as HTMLInputElement).value)} />
        <span role="status">${found.length ? text.found(found.length) : text.noneFound}</span>
      </div>
      ${entries?.count ? html`<details class="chapter glossary-chapter" ?open=${sought.length > 0}><summary>${text.glossary} <span class="quiet-words">${text.entries(entries.count)}</span></summary>${entries.body}</details>` : nothing}
      ${chapters(found).map(([title, clauses]) => this.chapter(title, clauses, sought.length > 0))}`;
  }

  /** A chapter, open while something is sought or one of its clauses was asked for; a game without chapters is one list. */
  private chapter(title: string, clauses: ClauseInfo[], sought: boolean) {
    const list = html`<ol class="rules">${clauses.map((clause) => this.one(clause))}</ol>`;
    if (!title) return list;
    return html`<details class="chapter" ?open=${sought || clauses.some((clause) => clause.id === this.clause)}>
      <summary>${title} <span class="quiet-words">${text.found(clauses.length)}</span></summary>${list}</details>`;
  }

  private one(clause: ClauseInfo) {
    const status = text.status[clause.status] ?? clause.status;
    return html`
      <li id="rule-${clause.id}" class="rule ${clause.id === this.clause ? "asked" : ""}" tabindex="-1">
        <h3><span class="rule-id">§ ${text.clause(clause.id)}</span> ${clause.title} ${status ? html`<span class="label">${status}</span>` : nothing} ${clause.reconstructed ? html`<span class="label">${text.reconstruction}</span>` : nothing}</h3>
        <p>${worded(clause.summary)}</p>
        ${this.guide?.pictures(clause.id).map((picture) => rulePicture(this.game, picture)) ?? nothing}
        ${clause.reading ? html`<p><strong>${text.reading}:</strong> ${worded(clause.reading)}</p>` : nothing}
        ${clause.reconstructed ? html`<p><strong>${text.reconstruction}:</strong> ${worded(clause.reconstructed)}</p>` : nothing}
        ${clause.why ? html`<p class="quiet-words"><strong>${text.why}:</strong> ${worded(clause.why)}</p>` : nothing}
      </li>`;
  }

  /** Bring the clause that was asked for into view, and the keyboard to it. */
  async goTo(clause: string) {
    this.clause = clause;
    for (let tries = 0; tries < 40 && !this.clauses && !this.trouble; tries++) await new Promise((done) => setTimeout(done, 50));
    await this.updateComplete;
    const found = document.getElementById(`rule-${clause}`);
    found?.closest("details")?.setAttribute("open", "");
    found?.scrollIntoView({ block: "nearest" });
    found?.focus({ preventScroll: true });
  }
}

/** The clauses by chapter, in the rulebook's order; what asks nothing of the players ends its chapter. */
function chapters(clauses: readonly ClauseInfo[]): [string, ClauseInfo[]][] {
  const found = new Map<string, ClauseInfo[]>();
  for (const clause of clauses) found.set(clause.chapter, [...(found.get(clause.chapter) ?? []), clause]);
  const idle = (clause: ClauseInfo) => Number(clause.status === "not-applicable");
  return [...found].map(([title, list]) => [title, list.sort((a, b) => idle(a) - idle(b))]);
}

/** Words in which a name between backticks is a name of the program: an option, a file. */
function worded(words: string) {
  return words.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));
}
