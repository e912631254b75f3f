// The number of a rule as a button: it opens the rule, wherever it stands.

import { html, nothing, type TemplateResult } from "lit";
import { text } from "../text.js";

export function clauseChip(id: string): TemplateResult | typeof nothing {
  if (!id) return nothing;
  const open = (event: Event) => {
    event.stopPropagation();
    (event.currentTarget as Element).dispatchEvent(new CustomEvent("kemu-clause", { detail: id, bubbles: true }));
  };
  return html`<button type="button" class="clause" title=${text.openClause(id)} aria-label=${text.openClause(id)} @click=${open}>§ ${text.clause(id)}</button>`;
}
