const DAY_MS = 24 * 60 * 60_000;

/** The requests that may be sent at once after a quiet time. */
const BURST = 60;

/**
 * A bound of requests: within any 24 hours, no more than `perDay` are sent, however often the network fails or things change.
 * After a quiet time, up to 60 may be sent at once.
 */
export class RequestBudget {
  readonly #clock: () => number;
  /** The time in which one request is earned. */
  readonly intervalMs: number;
  #left = BURST;
  #at: number;

  constructor(perDay: number, clock: () => number) {
    this.#clock = clock;
    this.intervalMs = DAY_MS / (perDay - BURST);
    this.#at = clock();
  }

  /** Takes one request. Returns how long to wait before it may be sent. */
  take(): number {
    const now = this.#clock();
    // A clock that was set back earns nothing.
    const earned = Math.max(0, now - this.#at) / this.intervalMs;
    this.#at = now;
    this.#left = Math.min(BURST, this.#left + earned) - 1;
    return Math.max(0, -this.#left * this.intervalMs);
  }
}
