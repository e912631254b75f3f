// A record that somebody has brought along, as a table at which the game is over.

import * as api from "./api.js";
import { type Chair, TableSession } from "./session.js";
import type { RecordOpened, Snapshot, Study } from "./types.js";

const path = (record: string) => `/api/records/${encodeURIComponent(record)}`;

class RecordApi extends api.TableApi {
  constructor(private readonly record_: string) {
    super("", null);
  }
  snapshot = () => json<Snapshot>(path(this.record_));
  moment = (ply: number) => json<Snapshot>(`${path(this.record_)}/moments/${ply}`);
  study = () => json<Study>(`${path(this.record_)}/study`);
}

const json = <T>(address: string): Promise<T> => api.json<T>("GET", address, null);

export class RecordSession extends TableSession {
  constructor(record: string, changed: () => void) {
    super(record, changed);
    void this.open();
  }

  protected override sit(): Chair[] {
    return [{ snapshot: null, salting: false, token: null, api: new RecordApi(this.table), line: null }];
  }

  private async open() {
    try {
      const snapshot = await this.shownChair.api.snapshot();
      if (!this.closed) this.arrive(this.shownChair, snapshot);
    } catch (error) {
      if (error instanceof api.Refused) this.fail(error.code, error.message);
      else setTimeout(() => this.closed || void this.open(), 1500);
    }
    this.changed();
  }
}

/** Bring a file to the server; return the address at which it is looked at. */
export async function bring(file: File): Promise<string> {
  const record = await file.text();
  const told = await api.json<RecordOpened>("POST", "/api/records", null, { record });
  return told.table ? `/t/${encodeURIComponent(told.table)}` : `/r/${told.record}`;
}
