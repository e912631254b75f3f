// Telling a player who looks elsewhere that it is his turn: the title, the icon, and a notification if he allowed it.

import * as store from "./store.js";
import { text } from "./text.js";
import type { Snapshot } from "./types.js";
import { root } from "./root.js";

export class Attention {
  private was = false;

  show(now: Snapshot, yours: boolean) {
    const over = now.pending.type === "over";
    const state = over ? text.over : yours ? `● ${text.yourTurn}` : "";
    document.title = [state, now.title, text.product].filter(Boolean).join(" · ");
    const icon = document.getElementById("favicon") as HTMLLinkElement | null;
    const wanted = yours && !over ? `${root}/favicon-turn.svg` : `${root}/favicon.svg`;
    if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
    if (yours && !this.was && document.hidden && store.wishes().notify && "Notification" in window && Notification.permission === "granted") {
      const note = new Notification(`${text.yourTurn}: ${now.title}`, { body: now.pending.type === "decide" ? now.pending.prompt : "", icon: `${root}/favicon-turn.svg`, tag: now.table });
      note.onclick = () => {
        window.focus();
        note.close();
      };
    }
    this.was = yours;
  }

  reset() {
    document.getElementById("favicon")?.setAttribute("href", `${root}/favicon.svg`);
  }
}
