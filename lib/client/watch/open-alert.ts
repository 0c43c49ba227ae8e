/** The alert that a person has open. Give it to a watch, and the service shows the person to others who have it open. */
export class OpenAlert {
  #id: string | null = null;
  readonly #listeners = new Set<() => void>();

  /** Null if none is open. */
  get id(): string | null {
    return this.#id;
  }

  change(id: string | null): void {
    this.#id = id;
    for (const listener of this.#listeners) listener();
  }

  /** Resolves when another alert is open than this one, or at the end of the signal. */
  async otherThan(id: string | null, signal: AbortSignal): Promise<void> {
    while (this.#id === id && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = () => {
          this.#listeners.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        this.#listeners.add(done);
        signal.addEventListener('abort', done);
      });
    }
  }
}
