/** How many frames a panel may send in a second for long, and for how many seconds at once. */
const FRAMES_PER_SECOND = 10;
const BURST_MS = 3_000;
/** A longer frame counts as several, because it takes as long. */
const BYTES = 256;
const SWEEP_MS = 10_000;

/** How fast panels send, each by its name. */
export class Pace {
  /** Until when each panel would have been sending at the pace that it may have. */
  readonly #until = new Map<string, number>();
  readonly #now: () => number;
  #sweptAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a frame of this length. */
  count(name: string, bytes: number): void {
    const now = this.#now();
    const milliseconds = (Math.max(1, bytes / BYTES) * 1_000) / FRAMES_PER_SECOND;
    this.#until.set(name, Math.max(now, this.#until.get(name) ?? 0) + milliseconds);
    if (now - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = now;
    for (const [other, until] of this.#until) if (until <= now) this.#until.delete(other);
  }

  /** For how many milliseconds a panel should send nothing; 0 if it is no faster than it may be. */
  wait(name: string): number {
    return Math.max(0, (this.#until.get(name) ?? 0) - this.#now() - BURST_MS);
  }
}
