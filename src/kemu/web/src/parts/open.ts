// The open tables of this server, on the front page: anyone may sit down there.

import { html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import * as api from "../api.js";
import { follow, Light } from "../light.js";
import { root } from "../root.js";
import { said, titledBy } from "../seat.js";
import * as store from "../store.js";
import { text } from "../text.js";
import type { GameInfo, OpenTable } from "../types.js";

/** So often the list is looked at, in milliseconds, while the page is in sight. */
const AGAIN = 10_000;

@customElement("kemu-open")
export class KemuOpen extends Light {
  @property({ attribute: false }) games: GameInfo[] = [];
  @state() private tables: OpenTable[] = [];
  private timer = 0;

  connectedCallback() {
    super.connectedCallback();
    void this.look();
    this.timer = window.setInterval(() => document.hidden || this.look(), AGAIN);
  }
  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  private async look() {
    const found = await api.openTables().catch(() => this.tables);
    this.tables = found.filter((one) => !store.tableOf(one.table)); // one's own stand among one's tables
  }

  protected render() {
    if (!this.tables.length) return nothing;
    return html`<section class="running open-tables" aria-labelledby="open-title">
      <h2 id="open-title">${text.openTables}</h2>
      <p class="quiet-words">${text.openLead}</p>
      <ul>${this.tables.map((one) => html`<li><a class="table-link" href="${root}/t/${encodeURIComponent(one.table)}" @click=${follow}>
        <strong>${one.title}</strong><span>${text.openBy(one.opener, one.free.map((seat) => titledBy(this.about(one), seat)))}</span><span>${this.how(one)}</span><span class="go-on">${text.openSit}</span></a></li>`)}</ul>
    </section>`;
  }

  private about = (one: OpenTable) => this.games.find((game) => game.id === one.game);

  /** What is not played in the usual way, and how long it takes. */
  private how(one: OpenTable): string {
    const about = this.about(one);
    const own = about?.options.filter((option) => one.options[option.name] !== option.default) ?? [];
    const words = own.map((option) => option.labels[option.choices.indexOf(one.options[option.name])] ?? `${text.optionName(option.name)} ${said(one.options[option.name])}`);
    const clock = one.clock ? `${text.clock}: ${text.clockTerms(one.clock)}` : "";
    return [...words, clock, about?.minutes ? text.minutes(about.minutes) : ""].filter(Boolean).join(" · ");
  }
}
