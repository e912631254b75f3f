// A record is brought along: chosen as a file, or dropped anywhere on the page.

import { html, nothing } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { go, Light } from "../light.js";
import { bring } from "../record.js";
import { root } from "../root.js";
import { text } from "../text.js";

/** No record is longer: what is dropped by mistake is not sent. */
const LONGEST = 16_000_000;

@customElement("kemu-bring")
export class KemuBring extends Light {
  @state() private busy = false;
  @state() private trouble = "";
  @query("input") private field!: HTMLInputElement;

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("dragover", this.over);
    document.addEventListener("dragleave", this.away);
    document.addEventListener("drop", this.drop);
  }
  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("dragover", this.over);
    document.removeEventListener("dragleave", this.away);
    document.removeEventListener("drop", this.drop);
    this.away();
  }

  private readonly over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  };
  private readonly away = (event?: DragEvent) => {
    if (!event?.relatedTarget) document.body.classList.remove("dropping");
  };
  private readonly drop = (event: DragEvent) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.away();
    void this.take(file);
  };

  private async take(file: File) {
    if (this.busy) return;
    this.trouble = file.size > LONGEST ? text.noFile : "";
    if (this.trouble) return;
    this.busy = true;
    try {
      const address = await bring(file);
      go(`${root}${address}`);
    } catch (error) {
      this.trouble = (error as Error).message;
    }
    this.busy = false;
  }

  protected render() {
    return html`<section class="bring" aria-label=${text.bring}>
      <button type="button" ?disabled=${this.busy} aria-busy=${this.busy} @click=${() => this.field.click()}>${this.busy ? text.bringing : text.bring}</button>
      <input type="file" accept=".jsonl,application/jsonl" hidden aria-label=${text.bring} @change=${this.chosen} />
      <p class="quiet-words">${text.bringNote}</p>
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
    </section>`;
  }

  private readonly chosen = () => {
    const file = this.field.files?.[0];
    this.field.value = "";
    if (file) void this.take(file);
  };
}
