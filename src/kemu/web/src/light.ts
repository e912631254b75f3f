// A Lit element without a shadow: one style sheet, labels that reach across parts, and no style in any attribute.

import { html, LitElement, type TemplateResult } from "lit";

export class Light extends LitElement {
  protected createRenderRoot() {
    return this;
  }
  protected tell<T>(name: string, detail?: T) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** Go to another page of the client. */
export function go(path: string) {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** A click on a link that stays within the client. */
export const follow = (event: MouseEvent) => {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
};

export function download(blob: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function copyText(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    // Without a secure context there is no clipboard: the old way still works.
    const field = document.createElement("textarea");
    field.value = words;
    field.className = "unseen";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** Words in paragraphs, with **strong** and *stressed* ones. */
export const told = (words: string): TemplateResult[] => words.trim().split(/\n\s*\n/).map((paragraph) => html`<p>${marked(paragraph)}</p>`);

export const marked = (words: string) =>
  words.split(/(\*\*[^*]+\*\*|\*[^*]+\*)/).map((part) =>
    part.startsWith("**") ? html`<strong>${part.slice(2, -2)}</strong>` : part.startsWith("*") && part.length > 2 ? html`<em>${part.slice(1, -1)}</em>` : part);
