// What the client says about clocks. A part of `text`.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface Terms { bank: number; free: number }

const days = (n: number) => `${n} ${n === 1 ? "day" : "days"}`;

/** A span of time as one says it: 15 min, 3 days. */
function span(ms: number): string {
  if (ms >= DAY && ms % DAY === 0) return days(ms / DAY);
  if (ms >= 4 * HOUR && ms % HOUR === 0) return `${ms / HOUR} h`;
  return ms >= MINUTE && ms % MINUTE === 0 ? `${ms / MINUTE} min` : `${Math.round(ms / SECOND)} s`;
}

/** What is left, as a clock shows it: 2 days 3 h, 1:04:09, 14:32, and the last ten seconds with their tenths. */
function left(ms: number): string {
  if (ms >= DAY) {
    const hours = Math.floor((ms % DAY) / HOUR);
    return days(Math.floor(ms / DAY)) + (hours ? ` ${hours} h` : "");
  }
  if (ms > 0 && ms < 10 * SECOND) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(ms / SECOND);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** The same in words, for those who listen. */
function leftInWords(ms: number): string {
  if (ms >= DAY) return left(ms);
  const minutes = Math.floor(ms / MINUTE);
  const [h, m, s] = [Math.floor(minutes / 60), minutes % 60, Math.floor((ms % MINUTE) / SECOND)];
  return [h ? `${h} hours` : "", m ? `${m} minutes` : "", h || (m && !s) ? "" : `${s} seconds`].filter(Boolean).join(" ");
}

const terms = ({ bank, free }: Terms): string => (!bank ? `${span(free)} a turn` : free ? `${span(bank)} + ${span(free)}` : span(bank));

const rule = ({ bank, free }: Terms): string =>
  bank
    ? `Each side has ${span(bank)} in all${free ? `; the first ${span(free)} of every turn cost nothing` : ""}. Whoever runs out of time loses.`
    : `Each turn may take ${span(free)}. Whoever runs out of time loses.`;

export const clock = {
  clock: "Clock",
  noClock: "No clock",
  clockTerms: terms,
  clockRule: rule,
  clockAgree: "To take the seat is to agree to it.",
  clockLeft: left,
  clockFree: (ms: number) => `+${ms < MINUTE ? `${Math.ceil(ms / SECOND)} s` : left(ms)}`,
  clockOf: (who: string, ms: number, runs: boolean) => `Clock of ${who}: ${leftInWords(ms)}${runs ? ", running" : ""}`,
  clockSoon: (who: string, ms: number) => `${who}: ${ms >= HOUR ? "an hour" : ms >= MINUTE ? "a minute" : "ten seconds"} left.`,
  againClock: (one: Terms) => `With the same clock: ${terms(one)}. It starts when both are at the new table.`,
};
