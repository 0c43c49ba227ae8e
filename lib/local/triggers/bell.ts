/** Wakes a loop that waits for work. */
export class Bell {
  #next = new AbortController();

  /** The signal, which aborts at the next ring. */
  get signal(): AbortSignal {
    return this.#next.signal;
  }

  ring(): void {
    const rung = this.#next;
    this.#next = new AbortController();
    rung.abort();
  }
}

/** The maximum sleep of a loop that only its bell wakes. */
export const UNTIL_RUNG = 3_600_000;
