// The front page: the games as pictures, and the tables of this browser.

import { html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import * as api from "../api.js";
import { icon } from "../icons.js";
import { follow, Light } from "../light.js";
import "../parts/bring.js";
import { refresh } from "../standing.js";
import "../parts/open.js";
import { titledBy } from "../seat.js";
import * as store from "../store.js";
import { text } from "../text.js";
import type { GameInfo } from "../types.js";
import { root } from "../root.js";

/** How many unfinished tables are asked how they stand. */
const MOST = 8;

@customElement("kemu-home")
export class KemuHome extends Light {
  @state() private games: GameInfo[] | null = null;
  @state() private trouble = "";
  @state() private tables = store.tables();

  connectedCallback() {
    super.connectedCallback();
    document.title = `${text.product}: ${text.slogan}`;
    void this.load();
    void this.look();
  }

  /** Pictures that have not come are not waited for on the next page: they would hold up what is asked for there. */
  disconnectedCallback() {
    super.disconnectedCallback();
    for (const picture of this.querySelectorAll<HTMLImageElement>(".game-picture img")) {
      if (!picture.complete) picture.removeAttribute("src");
    }
  }

  /** Ask how the tables stand that are not over, the newest of them. */
  private async look() {
    await Promise.all(this.tables.filter((known) => !known.over).slice(0, MOST).map(refresh));
    this.tables = store.tables();
  }

  private async load() {
    try {
      this.games = await api.games();
      this.trouble = "";
    } catch (error) {
      this.trouble = (error as Error).message;
      setTimeout(() => this.isConnected && this.load(), 3000);
    }
  }

  protected render() {
    return html`
      <section class="hero">
        <svg class="hills" viewBox="0 0 1200 220" preserveAspectRatio="none" aria-hidden="true">
          <path class="hill-4" d="M0 128C120 96 210 60 330 84s190 48 300 20 200-74 320-46 170 58 250 40V220H0Z"/>
          <path class="hill-3" d="M0 158c150-44 250-30 380-8s230 30 350-6 260-52 470 6V220H0Z"/>
          <path class="hill-2" d="M0 184c190-30 330-6 480 0s300-28 430-20 200 24 290 14V220H0Z"/>
          <path class="hill-1" d="M0 204c220-12 420 10 640 4s380-16 560-4V220H0Z"/>
        </svg>
        <h1>${text.frontTitle}</h1>
        <p>${text.frontLead}</p>
      </section>
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      <section aria-labelledby="games-title">
        <h2 id="games-title">${text.games}</h2>
        ${this.games === null ? html`<p class="loading" role="status">${text.loading}</p>` : html`<ul class="games">${this.games.map((game) => this.game(game))}</ul>`}
      </section>
      <kemu-open .games=${this.games ?? []}></kemu-open>
      ${this.tables.length ? this.running() : nothing}
      <kemu-bring></kemu-bring>`;
  }

  private game(game: GameInfo) {
    if (game.broken) return html`<li class="game-card broken"><div class="game-words"><span class="game-title">${game.title}</span><span class="game-sentence">${text.broken}</span><code>${game.broken}</code></div></li>`;
    return html`
      <li class="game-card">
        <a href="${root}/#/new/${encodeURIComponent(game.id)}" @click=${follow} aria-label=${text.play(game.title)}>
          <span class="game-picture"><img src=${api.gamePicture(game.id)} alt="" loading="lazy" /></span>
          <span class="game-words">
            <span class="game-title">${game.title}</span>
            <span class="game-sentence">${game.sentence}</span>
            <span class="game-facts">
              <span>${text.players(game.seats.length)}</span>
              ${game.minutes ? html`<span>${text.minutes(game.minutes)}</span>` : nothing}
              ${game.reconstruction ? html`<span class="label">${text.reconstruction}</span>` : nothing}
            </span>
          </span>
        </a>
        ${this.learn(game)}
      </li>`;
  }

  /** The way to the guided first game, in one click; one that was begun is gone on with. */
  private learn(game: GameInfo) {
    const [lesson] = game.lessons;
    if (!lesson) return nothing;
    const known = store.lessons()[`${game.id}/${lesson.id}`];
    const ended = known && known.furthest + 1 >= known.of;
    const begun = known && known.at > 0 && known.at + 1 < known.of;
    return html`<a class="learn-link" href="${root}/#/learn/${encodeURIComponent(game.id)}/${encodeURIComponent(lesson.id)}" @click=${follow} aria-label=${text.learnFor(game.title)}>
      <strong>${begun ? text.learnGoOn(known.at + 1, known.of) : ended ? text.learnAgain : text.learn}</strong><span>${text.minutes(lesson.minutes)}</span></a>`;
  }

  /** The seats of this browser at a table. */
  private sides({ game, seats }: store.KnownTable): string {
    const about = this.games?.find((one) => one.id === game);
    return Object.keys(seats).map((seat) => titledBy(about, seat)).join(", ");
  }

  private running() {
    return html`
      <section aria-labelledby="running-title" class="running">
        <h2 id="running-title">${text.running}</h2>
        <p class="quiet-words">${text.runningLead}</p>
        <ul>
          ${this.tables.map(
            (known) => html`<li>
              <a class="table-link" href="${root}/t/${encodeURIComponent(known.table)}" @click=${follow}>
                <strong>${known.title}</strong>
                <span>${this.sides(known)}${known.against ? ` ${text.against(known.against)}` : nothing}</span>
                ${known.stands ? html`<strong class="stands ${known.stands === text.yourTurnThere ? "yours" : ""}">${known.stands}</strong>` : nothing}
                <time datetime=${new Date(known.at).toISOString()}>${new Date(known.at).toLocaleString(text.language, { dateStyle: "medium", timeStyle: "short" })}</time>
                <span class="go-on">${known.over ? text.lookBack : text.goOn}</span>
              </a>
              <button type="button" class="icon quiet" title=${text.forget} aria-label=${text.forgetTable(known.title)} @click=${() => this.forget(known.table)}>${icon("close")}</button>
            </li>`,
          )}
        </ul>
      </section>`;
  }

  private forget(table: string) {
    store.forget(table);
    this.tables = store.tables();
  }
}
