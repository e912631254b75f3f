// A line of talk a seat. Spectators read.

import { html } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { Light } from "../light.js";
import { seatMark } from "../seat.js";
import { text } from "../text.js";
import type { ChatLine, SeatState } from "../types.js";

@customElement("kemu-chat")
export class KemuChat extends Light {
  @property({ attribute: false }) lines: ChatLine[] = [];
  @property({ attribute: false }) seats: SeatState[] = [];
  @property({ type: Boolean }) seated = false;
  @query("input") private field!: HTMLInputElement | null;

  protected render() {
    return html`
      <ol class="chat" aria-live="polite">
        ${this.lines.map((line) => {
          const index = this.seats.findIndex((seat) => seat.name === line.seat);
          const seat = this.seats[index];
          if (!seat) return html`<li><span>${line.text}</span></li>`;
          return html`<li>${seatMark(seat.name, index, seat.colour)} <span><strong>${seat.player || seat.title}:</strong> ${line.text}</span></li>`;
        })}
      </ol>
      ${this.lines.length ? "" : html`<p class="quiet-words">${text.chatEmpty}</p>`}
      ${this.seated
        ? html`<form class="one-line" @submit=${this.send}><input maxlength="280" aria-label=${text.say} placeholder=${text.say} autocomplete="off" /><button>${text.send}</button></form>`
        : html`<p class="quiet-words">${text.chatWatch}</p>`}`;
  }

  private send(event: Event) {
    event.preventDefault();
    const words = this.field!.value.trim();
    if (!words) return;
    this.field!.value = "";
    this.tell("kemu-say", words);
  }
}
