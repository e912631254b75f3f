// The few signs that buttons carry, drawn here so that they look the same everywhere.

import { html, svg } from "lit";

const PATHS = {
  plus: svg`<path d="M12 5v14M5 12h14" />`,
  minus: svg`<path d="M5 12h14" />`,
  whole: svg`<path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />`,
  layers: svg`<path d="m12 4 9 5-9 5-9-5ZM4 13.5l8 4.5 8-4.5" />`,
  back: svg`<path d="m15 5-7 7 7 7" />`,
  on: svg`<path d="m9 5 7 7-7 7" />`,
  start: svg`<path d="M6 5v14M18 5l-7 7 7 7" />`,
  close: svg`<path d="m6 6 12 12M18 6 6 18" />`,
  auto: svg`<circle cx="12" cy="12" r="8" /><path d="M12 4a8 8 0 0 1 0 16Z" fill="currentColor" />`,
  light: svg`<circle cx="12" cy="12" r="4" /><path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2" />`,
  dark: svg`<path d="M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z" />`,
  what: svg`<circle cx="12" cy="12" r="9" /><path d="M12 11v5.5M12 7.5v.01" />`,
  loud: svg`<path d="M4 9.5v5h3.5L12 19V5L7.5 9.5ZM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11" />`,
  mute: svg`<path d="M4 9.5v5h3.5L12 19V5L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5" />`,
  help: svg`<path d="M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.01" />`,
};

export const icon = (name: keyof typeof PATHS) =>
  html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${PATHS[name]}</svg>`;
