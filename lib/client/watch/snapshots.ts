/**
 * The snapshots of a watch from its start to its end. A slow consumer gets the newest one only: a snapshot is made when it is
 * taken.
 */
export class Snapshots {
  readonly #ended = new AbortController();
  readonly #onEnd: () => void;
  #failure: unknown;
  #hasNew = false;
  #notify: () => void = () => {};

  constructor(onEnd: () => void = () => {}) {
    this.#onEnd = onEnd;
  }

  /** Aborts when the watch ends. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Makes the consumer take another snapshot. */
  changed(): void {
    this.#hasNew = true;
    this.#notify();
  }

  /** Yields snapshots until the signal aborts, the consumer stops or the work fails. Throws the error of the work. */
  async *run<S>(
    signal: AbortSignal | undefined,
    work: () => Promise<unknown>,
    snapshot: () => S,
  ): AsyncGenerator<S, void, undefined> {
    const abort = () => this.#end();
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    const working = work().catch((error) => this.#fail(error));
    try {
      while (await this.#waitForNew()) {
        this.#hasNew = false;
        yield snapshot();
      }
      if (this.#failure !== undefined) throw this.#failure;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#end();
      await working;
    }
  }

  async #waitForNew(): Promise<boolean> {
    while (!this.#hasNew && !this.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
    }
    return !this.signal.aborted;
  }

  #end(): void {
    this.#ended.abort();
    this.#notify();
    this.#onEnd();
  }

  #fail(error: unknown): void {
    if (!this.signal.aborted) this.#failure = error;
    this.#end();
  }
}
