// Sounds: made here out of sines and noise, quiet and short, and only for those who wish for them. Nothing is told by sound alone.

import type { TableSession } from "./session.js";
import * as store from "./store.js";

/** A piece is put down, dice are thrown, a card is turned, it is one's turn, the game is over. */
export type Sound = "piece" | "dice" | "card" | "turn" | "end";

let context: AudioContext | null = null;
/** Half a second of noise, made once. */
let noise: AudioBuffer | null = null;

const LOUD = 0.16;

function ready(): AudioContext {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const data = noise.getChannelData(0);
    for (let at = 0; at < data.length; at++) data[at] = Math.random() * 2 - 1;
  }
  return context;
}

/** Something that begins at once and dies away. */
function fading(on: AudioContext, at: number, loud: number, lasts: number): GainNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(loud * LOUD, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  gain.connect(on.destination);
  return gain;
}

function note(on: AudioContext, pitch: number, at: number, lasts: number, loud = 1) {
  const tone = on.createOscillator();
  tone.frequency.setValueAtTime(pitch, at);
  tone.connect(fading(on, at, loud, lasts));
  tone.start(at);
  tone.stop(at + lasts);
}

/** A knock or a rustle: noise about a pitch. */
function rustle(on: AudioContext, pitch: number, at: number, lasts: number, loud = 1, sharp = 1.5) {
  const source = on.createBufferSource();
  source.buffer = noise;
  const band = on.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.setValueAtTime(pitch, at);
  band.Q.setValueAtTime(sharp, at);
  source.connect(band).connect(fading(on, at, loud, lasts));
  source.start(at, Math.random() / 4, lasts);
}

const MAKE: Record<Sound, (on: AudioContext, at: number) => void> = {
  piece(on, at) {
    rustle(on, 900, at, 0.06, 2.5, 2);
    note(on, 190, at, 0.09, 0.9);
  },
  dice(on, at) {
    for (const after of [0, 0.07, 0.13, 0.21, 0.33]) rustle(on, 2400 - 2500 * after, at + after, 0.05, 2 - 3 * after, 3);
  },
  card(on, at) {
    rustle(on, 3200, at, 0.16, 1, 0.6);
  },
  turn(on, at) {
    note(on, 660, at, 0.25, 0.7);
    note(on, 880, at + 0.12, 0.35, 0.7);
  },
  end(on, at) {
    for (const [number, pitch] of [392, 494, 587, 784].entries()) note(on, pitch, at + 0.13 * number, 0.7, 0.7);
  },
};

/** Make a sound, if it is wished for. */
export function play(sound: Sound) {
  if (!store.wishes().sound) return;
  const on = ready();
  MAKE[sound](on, on.currentTime + 0.01);
}

/** Say yes or no to sounds; a yes is heard. */
export function wishSound(sound: boolean) {
  store.wish({ sound });
  if (sound) play("piece");
}

/** The sounds of one table: what is on show now, against what was. */
export class Sounds {
  private ply = -1;
  private throws: unknown = null;
  private asked = false;
  private over = false;

  hear(session: TableSession) {
    const { shown, now, throws } = session;
    if (!shown || !now) return;
    const first = this.ply < 0;
    const moved = shown.ply !== this.ply && session.lively;
    const thrown = throws !== this.throws && throws.length ? throws : [];
    const over = now.pending.type === "over" && !session.hold.moment;
    const asked = session.asked && !session.hold.moment;
    const sound: Sound | null =
      over && !this.over ? "end"
      : thrown.length ? (thrown.some((entry) => entry.thrown?.kind === "dice") ? "dice" : "card")
      : moved ? (asked && !this.asked && document.hidden ? "turn" : "piece")
      : asked && !this.asked ? "turn" : null;
    [this.ply, this.throws, this.over, this.asked] = [shown.ply, throws, over, asked];
    if (sound && !first && !session.past) play(sound);
  }
}
