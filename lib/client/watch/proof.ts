/**
 * The longest time from one proof to the next while a connection works: a ping 20 seconds after the last answer, 10 seconds
 * for its own answer, and some to spare. After it, nobody may call the state current.
 */
export const PROOF_MS = 35_000;

interface Time {
  readonly clock: () => number;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * When the service last proved that a watch is up to date. Connections and lists notice most failures themselves; this is for
 * those that they do not: a request that hangs, a machine that slept, a connection that is only being opened.
 */
export class Proof {
  readonly #time: Time;
  #at: number | undefined;

  constructor(time: Time) {
    this.#time = time;
  }

  /** By the client's clock; undefined before the first proof. */
  get at(): Date | undefined {
    return this.#at === undefined ? undefined : new Date(this.#at);
  }

  give(): void {
    this.#at = this.#time.clock();
  }

  /** Calls `onMissing` whenever there was no proof for the time of `patienceMs`, until the signal aborts. */
  async watchOver(signal: AbortSignal, patienceMs: () => number, onMissing: () => void): Promise<void> {
    while (!signal.aborted) {
      const left = patienceMs() - this.#age();
      await this.#time.wait(left > 0 ? Math.ceil(left) : PROOF_MS, signal).catch(() => {});
      if (!signal.aborted && this.#age() >= patienceMs()) onMissing();
    }
  }

  #age(): number {
    const now = this.#time.clock();
    // A clock that was set back must not extend the time.
    this.#at = Math.min(this.#at ?? now, now);
    return now - this.#at;
  }
}
