import type { Sound } from '../state/sound-schedule.ts';

interface Tone {
  readonly hertz: number;
  readonly startSeconds: number;
}

/** Rising for alerts, falling and low for a lost connection: told apart in a room, and not mistaken for a fire alarm. */
const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  alert: [
    { hertz: 660, startSeconds: 0 },
    { hertz: 880, startSeconds: 0.22 },
    { hertz: 660, startSeconds: 0.5 },
    { hertz: 880, startSeconds: 0.72 },
  ],
  // After an alert that sounds at the same time.
  lost: [
    { hertz: 330, startSeconds: 1.2 },
    { hertz: 220, startSeconds: 1.5 },
  ],
};
const TONE_SECONDS = 0.2;
const VOLUMES: Readonly<Record<Sound, number>> = { alert: 0.25, lost: 0.15 };
const SILENCE = 0.0001;

/** Makes the sounds of the screen. Browsers let a page be heard only once somebody has acted on it. */
export class Chime {
  #context: AudioContext | undefined;
  #onChange: () => void = () => {};

  /** Whether it can be heard now. */
  get isHeard(): boolean {
    return this.#context?.state === 'running';
  }

  /** Calls the listener when it can be heard or can be heard no more, until the returned function is called. */
  follow(listener: () => void): () => void {
    this.#onChange = listener;
    return () => {
      this.#onChange = () => {};
    };
  }

  /** Asks the browser to let it be heard. While the browser blocks it, ask again with each act of a person. */
  allow(): void {
    if (!this.#context) {
      this.#context = new AudioContext();
      this.#context.onstatechange = () => this.#onChange();
    }
    // It may wait for an act of a person.
    this.#context.resume().catch(() => undefined);
  }

  play(sound: Sound): void {
    const context = this.#context;
    if (!context || !this.isHeard) return;
    for (const { hertz, startSeconds } of TONES[sound]) {
      const start = context.currentTime + startSeconds;
      const gain = new GainNode(context, { gain: SILENCE });
      gain.gain.setValueAtTime(SILENCE, start);
      gain.gain.exponentialRampToValueAtTime(VOLUMES[sound], start + 0.02);
      gain.gain.exponentialRampToValueAtTime(SILENCE, start + TONE_SECONDS);
      const tone = new OscillatorNode(context, { frequency: hertz });
      tone.connect(gain).connect(context.destination);
      tone.start(start);
      tone.stop(start + TONE_SECONDS);
    }
  }
}
