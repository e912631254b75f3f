// The rules of a game on a page of their own, for one who reads before he plays.

import { html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import * as api from "../api.js";
import { follow, Light } from "../light.js";
import type { KemuRules } from "../parts/rules.js";
import "../parts/rules.js";
import "../parts/winning.js";
import { root } from "../root.js";
import { text } from "../text.js";
import type { GameInfo } from "../types.js";

@customElement("kemu-rules-page")
export class KemuRulesPage extends Light {
  @property() game = "";
  @state() private about: GameInfo | null = null;
  @state() private trouble = "";
  @query("kemu-rules") private rules!: KemuRules | null;

  connectedCallback() {
    super.connectedCallback();
    void api.games().then(
      (games) => {
        this.about = games.find((one) => one.id === this.game && !one.broken) ?? null;
        if (this.about) document.title = `${text.rulesOf(this.about.title)} · ${text.product}`;
        else this.trouble = text.nowhere;
      },
      (error: Error) => (this.trouble = error.message),
    );
  }

  protected render() {
    const { about } = this;
    const setup = `${root}/#/new/${encodeURIComponent(this.game)}`;
    return html`
      <p class="crumbs"><a href="${root}/" @click=${follow}>← ${text.home}</a></p>
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      ${about ? html`
        <h1>${text.rulesOf(about.title)}</h1>
        <p class="row"><a class="button" href=${setup} @click=${follow}>${text.setUp(about.title)}</a></p>
        <kemu-winning .game=${about.id}></kemu-winning>
        <div @kemu-clause=${(event: CustomEvent<string>) => this.rules!.goTo(event.detail)}><kemu-rules .game=${about.id}></kemu-rules></div>` : nothing}`;
  }
}
