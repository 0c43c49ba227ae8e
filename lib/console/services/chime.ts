/** Two tones, the second one higher: heard in a room, and not mistaken for a fire alarm. */
const TONES = [
  { hertz: 660, startSeconds: 0 },
  { hertz: 880, startSeconds: 0.22 },
] as const;
const TONE_SECONDS = 0.2;
const VOLUME = 0.25;
const SILENCE = 0.0001;

/** The sound of a new critical alert. Browsers let a page be heard only once somebody has acted on it. */
export class Chime {
  #context: AudioContext | undefined;

  /** Call it as somebody turns the sound on. Rejects where this browser lets nothing be heard. */
  async allow(): Promise<void> {
    this.#context ??= new AudioContext();
    await this.#context.resume();
    this.ring();
  }

  ring(): void {
    const context = this.#context;
    if (!context) return;
    for (const { hertz, startSeconds } of TONES) {
      const start = context.currentTime + startSeconds;
      const gain = new GainNode(context, { gain: SILENCE });
      gain.gain.exponentialRampToValueAtTime(VOLUME, start + 0.02);
      gain.gain.exponentialRampToValueAtTime(SILENCE, start + TONE_SECONDS);
      const tone = new OscillatorNode(context, { frequency: hertz });
      tone.connect(gain).connect(context.destination);
      tone.start(start);
      tone.stop(start + TONE_SECONDS);
    }
  }
}
