// The address follows the scrubber: `#ply=17` is the moment after 17 plies, for everybody who may see it.

import type { TableSession } from "./session.js";

const PLY = /^#ply=(\d{1,9})$/;

const asked = (): number | null => {
  const found = location.hash.match(PLY);
  return found ? Number(found[1]) : null;
};

export const momentLink = (ply: number): string => `${location.origin}${location.pathname}#ply=${ply}`;

/** Keeps the address of one table's page at the moment that is on show. */
export class MomentAddress {
  private wanted = asked();
  private session: TableSession | null = null;

  /** Go to the moment that the address names, if it is another. */
  readonly go = () => {
    const ply = asked();
    if (ply !== null && this.session?.shown && ply !== this.session.shown.ply) void this.session.look(ply);
  };

  /** Something else may be on show. An address that says something else is left alone. */
  follow(session: TableSession) {
    this.session = session;
    if (!session.now || (location.hash && asked() === null)) return;
    if (this.wanted !== null) {
      const to = this.wanted;
      this.wanted = null;
      if (to !== session.now.ply) return void session.look(to);
    }
    const hash = session.past ? `#ply=${session.past.ply}` : "";
    if (hash !== location.hash) history.replaceState(history.state, "", `${location.pathname}${location.search}${hash}`);
  }
}
