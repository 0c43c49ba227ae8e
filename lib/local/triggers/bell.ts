/** Wakes a loop that waits for work. */
export class Bell {
  #next = new AbortController();

  /** Comes at the next ring. */
  get signal(): AbortSignal {
    return this.#next.signal;
  }

  ring(): void {
    const rung = this.#next;
    this.#next = new AbortController();
    rung.abort();
  }
}

/** How long a loop sleeps that nothing but its bell can have anything to do for. */
export const UNTIL_RUNG = 3_600_000;
