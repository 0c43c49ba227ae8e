import type { Sound } from '../state/sound-schedule.ts';

interface Tone {
  readonly hertz: number;
  readonly startSeconds: number;
}

/**
 * The tones rise for alerts, and are falling and low for a lost connection: distinct from each other and from a fire alarm.
 */
const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  alert: [
    { hertz: 660, startSeconds: 0 },
    { hertz: 880, startSeconds: 0.22 },
    { hertz: 660, startSeconds: 0.5 },
    { hertz: 880, startSeconds: 0.72 },
  ],
  // Starts after an alert that sounds at the same time.
  lost: [
    { hertz: 330, startSeconds: 1.2 },
    { hertz: 220, startSeconds: 1.5 },
  ],
};
const TONE_SECONDS = 0.2;
const VOLUMES: Readonly<Record<Sound, number>> = { alert: 0.25, lost: 0.15 };
const SILENCE = 0.0001;

/** Makes the sounds of the screen. Browsers allow sound only after the user has acted on the page. */
export class Chime {
  #context: AudioContext | undefined;
  #onChange: () => void = () => {};

  /** Whether the browser allows sound now. */
  get isAllowed(): boolean {
    return this.#context?.state === 'running';
  }

  /** Calls the listener when the browser allows or blocks sound, until the returned function is called. */
  follow(listener: () => void): () => void {
    this.#onChange = listener;
    return () => {
      this.#onChange = () => {};
    };
  }

  /** Asks the browser to allow sound. While the browser blocks it, call this again after each user event. */
  allow(): void {
    if (!this.#context) {
      this.#context = new AudioContext();
      this.#context.onstatechange = () => this.#onChange();
    }
    // The promise may wait for a user event.
    this.#context.resume().catch(() => undefined);
  }

  play(sound: Sound): void {
    const context = this.#context;
    if (!context || !this.isAllowed) return;
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
