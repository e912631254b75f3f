// Telling a player who looks elsewhere that it is his turn: the title, the icon, and a notification if he allowed it.

import * as store from "./store.js";
import { text } from "./text.js";
import type { Snapshot } from "./types.js";
import { root } from "./root.js";

/** What an installed page may do to its icon. */
type Badged = Navigator & { setAppBadge?(n?: number): Promise<void>; clearAppBadge?(): Promise<void> };

/** Whether this browser may tell a player that it is his turn. */
export const notifies = (): boolean => store.wishes().notify && "Notification" in window && Notification.permission === "granted";

/** Ask whether he may be told. Called by a click only: a page that asks when it is loaded is a nuisance. */
export async function askToNotify(): Promise<boolean> {
  const allowed = "Notification" in window && (await Notification.requestPermission()) === "granted";
  // A phone shows nothing for a page itself, only for a worker of it.
  if (allowed) await navigator.serviceWorker?.register(`${root}/turn.js`).catch(() => undefined);
  store.wish({ notify: allowed });
  return allowed;
}

async function notify(title: string, settings: NotificationOptions) {
  try {
    const note = new Notification(title, settings);
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    const worker = await navigator.serviceWorker?.getRegistration(`${root}/`);
    await worker?.showNotification(title, settings);
  }
}

export class Attention {
  private was = false;

  show(now: Snapshot, yours: boolean) {
    const over = now.pending.type === "over";
    const state = over ? text.over : yours ? `● ${text.yourTurn}` : "";
    document.title = [state, now.title, text.product].filter(Boolean).join(" · ");
    this.mark(yours && !over);
    if (yours && !this.was && document.hidden && notifies())
      void notify(`${text.yourTurn}: ${now.title}`, { body: now.pending.type === "decide" ? now.pending.prompt : "", icon: `${root}/icon-192.png`, tag: now.table, data: location.href.split("#")[0] });
    this.was = yours;
  }

  /** The icon in the tab, and of an installed page. */
  private mark(yours: boolean) {
    const icon = document.getElementById("favicon");
    const wanted = yours ? `${root}/favicon-turn.svg` : `${root}/favicon.svg`;
    if (!icon || icon.getAttribute("href") === wanted) return;
    icon.setAttribute("href", wanted);
    const badge = navigator as Badged;
    void (yours ? badge.setAppBadge?.() : badge.clearAppBadge?.())?.catch(() => undefined);
  }

  reset() {
    this.mark(false);
  }
}
