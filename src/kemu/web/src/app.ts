// The frame of every page: the bar, the way from page to page, the colours.

import { html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { icon } from "./icons.js";
import { follow, Light } from "./light.js";
import "./pages/home.js";
import "./pages/rules.js";
import "./pages/setup.js";
import "./pages/table.js";
import { wishSound } from "./sound.js";
import * as store from "./store.js";
import { text } from "./text.js";
import { root } from "./root.js";

type Page = { kind: "home" } | { kind: "learn"; lesson: string } | { kind: "nowhere" } | { kind: "rules"; game: string } | { kind: "setup"; game: string; first: boolean } | { kind: "table"; table: string } | { kind: "record"; record: string };

function page(): Page {
  const path = location.pathname.startsWith(`${root}/`) ? location.pathname.slice(root.length) : "outside";
  const table = path.match(/^\/t\/([^/]+)\/?$/);
  if (table) return { kind: "table", table: decodeURIComponent(table[1]!) };
  const record = path.match(/^\/r\/([0-9a-f]+)\/?$/);
  if (record) return { kind: "record", record: record[1]! };
  if (path !== "/") return { kind: "nowhere" };
  const setup = location.hash.match(/^#\/new\/([^/]+)(\/first)?$/);
  if (setup) return { kind: "setup", game: decodeURIComponent(setup[1]!), first: setup[2] !== undefined };
  const learn = location.hash.match(/^#\/learn\/([^/]+\/[^/]+)$/);
  if (learn) return { kind: "learn", lesson: decodeURIComponent(learn[1]!) };
  const rules = location.hash.match(/^#\/rules\/([^/]+)$/);
  if (rules) return { kind: "rules", game: decodeURIComponent(rules[1]!) };
  return { kind: "home" };
}

const THEMES: store.Theme[] = ["auto", "light", "dark"];

@customElement("kemu-app")
export class KemuApp extends Light {
  @state() private page = page();
  @state() private theme = store.wishes().theme;
  @state() private sound = store.wishes().sound;
  @state() private heading = "";

  connectedCallback() {
    super.connectedCallback();
    store.applyTheme(this.theme);
    addEventListener("popstate", this.onWay);
    addEventListener("hashchange", this.onWay);
  }
  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("popstate", this.onWay);
    removeEventListener("hashchange", this.onWay);
  }

  private readonly onWay = () => {
    const now = page();
    if (JSON.stringify(now) === JSON.stringify(this.page)) return;
    this.page = now;
    void this.updateComplete.then(() => {
      scrollTo(0, 0);
      this.querySelector<HTMLElement>("main")?.focus();
    });
  };

  private turnSound() {
    this.sound = !this.sound;
    wishSound(this.sound);
  }

  private turnColours() {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length]!;
    store.wish({ theme: this.theme });
    store.applyTheme(this.theme);
  }

  protected render() {
    const { page } = this;
    return html`
      <a class="skip" href="#main" @click=${this.skip}>${text.skip}</a>
      <header class="bar">
        <a class="brand" href="${root}/" @click=${follow} aria-label="${text.product}: ${text.home}">
          <svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" class="brand-ground"/><circle cx="11.5" cy="19.2" r="6" class="brand-light"/><circle cx="20.5" cy="12.6" r="6" class="brand-dark"/></svg>
          <span>${text.product}</span>
        </a>
        <div class="bar-page">${page.kind === "table" || page.kind === "learn" || page.kind === "record" ? this.heading : nothing}</div>
        ${page.kind === "table" || page.kind === "learn" || page.kind === "record" ? html`<button type="button" class="icon quiet sound" title=${text.sounds[this.sound ? "on" : "off"]} aria-label=${text.sounds[this.sound ? "on" : "off"]} aria-pressed=${this.sound} @click=${this.turnSound}>${icon(this.sound ? "loud" : "mute")}</button>` : nothing}
        <button type="button" class="icon quiet" title=${text.theme[this.theme]} aria-label=${text.theme[this.theme]} @click=${this.turnColours}>${icon(this.theme)}</button>
      </header>
      <main id="main" tabindex="-1" class="page-${page.kind === "learn" ? "table learning" : page.kind === "record" ? "table" : page.kind}" @kemu-heading=${(event: CustomEvent<string>) => (this.heading = event.detail)} @kemu-sound=${this.turnSound}>
        ${page.kind === "home" ? html`<kemu-home></kemu-home>` : nothing}
        ${page.kind === "nowhere" ? html`<div class="nowhere"><h1>${text.nowhere}</h1><p><a class="button" href="${root}/" @click=${follow}>${text.toHome}</a></p></div>` : nothing}
        ${page.kind === "setup" ? html`<kemu-setup .game=${page.game} .first=${page.first}></kemu-setup>` : nothing}
        ${page.kind === "rules" ? html`<kemu-rules-page .game=${page.game}></kemu-rules-page>` : nothing}
        ${page.kind === "learn" ? html`<kemu-table .lesson=${page.lesson}></kemu-table>` : nothing}
        ${page.kind === "table" ? html`<kemu-table .table=${page.table}></kemu-table>` : nothing}
        ${page.kind === "record" ? html`<kemu-table .record=${page.record}></kemu-table>` : nothing}
      </main>`;
  }

  private skip(event: Event) {
    event.preventDefault();
    const board = this.querySelector<HTMLElement & { enter(): void }>("kemu-board");
    if (board) board.enter();
    else this.querySelector<HTMLElement>("main")!.focus();
  }
}
