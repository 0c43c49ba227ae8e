/** Keeps the note that was not sent yet, of each alert: opening another alert loses nothing. */
export class Drafts {
  readonly #notes = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  of(alertId: string): string {
    return this.#notes.get(alertId) ?? '';
  }

  change(alertId: string, note: string): void {
    if (note === '') this.#notes.delete(alertId);
    else this.#notes.set(alertId, note);
    for (const listener of this.#listeners) listener();
  }

  /** Removes a note that was sent. A note that was changed meanwhile stays. */
  sent(alertId: string, note: string): void {
    if (this.of(alertId).trim() === note) this.change(alertId, '');
  }

  /** Calls the listener after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
