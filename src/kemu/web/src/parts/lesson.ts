// The words of a guided step, and the way on and back. On a phone they stand above the board.

import { html, nothing, type PropertyValues } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { LessonSession } from "../lesson.js";
import { follow, Light, told } from "../light.js";
import { text } from "../text.js";

const narrow = matchMedia("(max-width: 59.99rem)");

@customElement("kemu-lesson")
export class KemuLesson extends Light {
  @property({ attribute: false }) session!: LessonSession;
  @property({ type: Number }) version = 0;
  private number = -1;

  protected render() {
    const { session } = this;
    const step = session.step;
    if (!step) return nothing;
    const { number, lesson, waits } = step;
    const last = number + 1 === lesson.steps;
    const now = session.now!;
    const setup = `/#/new/${encodeURIComponent(now.game)}/first`;
    return html`
      <section class="lesson" aria-label=${lesson.title}>
        <p class="lesson-at"><progress max=${lesson.steps - 1} value=${number} aria-label=${text.stepOf(number + 1, lesson.steps)}></progress><span>${text.stepOf(number + 1, lesson.steps)}</span></p>
        <div class="lesson-say" tabindex="-1" role="status">${step.heading ? html`<h2>${step.heading}</h2>` : nothing}${told(step.say)}</div>
        <div class="row lesson-ways">
          <button type="button" ?disabled=${number === 0 || session.sending} @click=${() => session.go(number - 1)}>${text.stepBack}</button>
          ${waits
            ? html`<button type="button" ?disabled=${session.sending || session.past !== null} @click=${() => session.hint()}>${text.showMe}</button><span class="lesson-do">${text.yourDoing}</span>`
            : last
              ? html`<a class="button primary" href=${setup} @click=${follow}>${text.playNow}</a>`
              : html`<button type="button" class="primary lesson-on" ?disabled=${session.sending} @click=${() => session.go(number + 1)}>${text.stepOn}</button>`}
        </div>
      </section>`;
  }

  protected updated(_: PropertyValues<this>) {
    const number = this.session.step?.number ?? -1;
    if (number === this.number) return;
    // Who goes on by the keyboard goes on with the next words; the first step takes the keyboard from nobody.
    if (this.number >= 0 && this.contains(document.activeElement) && !document.activeElement?.matches(".lesson-on")) this.querySelector<HTMLElement>(".lesson-say")?.focus({ preventScroll: true });
    // On a phone the words stand above the board: who has gone on sees both.
    if (this.number >= 0 && narrow.matches) this.closest(".area-prompt")?.scrollIntoView({ block: "start" });
    this.number = number;
  }
}
