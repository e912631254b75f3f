// What a game's guide says of a thing on the board: its name, its numbers, what it is, and its rules.

import * as api from "./api.js";
import type { GuideEntry, GuideInfo, GuidePicture } from "./types.js";

/** A thing of the scene, as far as the guide needs it. */
export interface Thing { id: string; label: string; symbol?: string; detail?: string; beside?: boolean }

/** A shell's pattern: `*` for anything, `?` for one letter, `[abc]` for one of these. */
const pattern = (glob: string) =>
  new RegExp(`^${glob.replace(/[.+^${}()|\\]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".").replaceAll("[!", "[^")}$`, "s");

export class Guide {
  private readonly patterns: RegExp[][];
  /** Numbers that are told by a pattern. */
  private readonly numbered: [RegExp, string][];

  constructor(readonly game: string, private readonly info: GuideInfo) {
    this.numbered = Object.entries(info.numbers).filter(([name]) => /[*?]/.test(name)).map(([name, words]) => [pattern(name), words]);
    this.patterns = info.entries.map((entry) => entry.on.map(pattern));
  }

  get entries(): readonly GuideEntry[] {
    return this.info.entries;
  }

  /** The entries that speak of a thing, in the glossary's order. */
  of(thing: Thing): GuideEntry[] {
    const names = [thing.id, thing.beside ? `beside:${thing.id}` : "", thing.symbol ?? "", thing.label].filter(Boolean);
    return this.info.entries.filter((_, number) => this.patterns[number]!.some((one) => names.some((name) => one.test(name))));
  }

  /** The numbers of a thing, in words; empty if it has none. */
  numbers(thing: Thing): string {
    const { numbers } = this.info;
    return numbers[thing.id] ?? (thing.symbol ? numbers[thing.symbol] : undefined) ?? this.numbered.find(([one]) => one.test(thing.label))?.[1] ?? "";
  }

  pictures(clause: string): GuidePicture[] {
    return this.info.pictures.filter((picture) => picture.clause === clause);
  }

  /** What is told of a thing while the mouse rests on it: a line each. `short`: what it stands for is told as well. */
  lines(thing: Thing, short: boolean): string[] {
    const [first] = this.of(thing);
    const more = first && !short ? [first.words, ...(first.clauses.length ? [`§ ${first.clauses.map((id) => id.slice(id.indexOf(":") + 1)).join(", § ")}`] : [])] : [];
    return [thing.label, ...[this.numbers(thing)].filter(Boolean), ...more];
  }
}

const EMPTY: GuideInfo = { entries: [], numbers: {}, pictures: [] };

/** A game's guide; an empty one if it cannot be had. */
export const guideOf = async (game: string): Promise<Guide> => new Guide(game, await api.guide(game).catch(() => EMPTY));
