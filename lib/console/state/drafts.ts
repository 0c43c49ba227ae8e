import type { Resolution } from '../../client/types.ts';

/** The note and the outcome that the user has not sent yet. */
export interface Draft {
  readonly note: string;
  /** Undefined until chosen. */
  readonly resolution: Resolution | undefined;
}

const NOTHING: Draft = { note: '', resolution: undefined };

/** Keeps the draft of each alert, so that opening another alert loses nothing. */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();
  readonly #listeners = new Set<() => void>();

  of(alertId: string): Draft {
    return this.#drafts.get(alertId) ?? NOTHING;
  }

  change(alertId: string, changes: Partial<Draft>): void {
    const draft = { ...this.of(alertId), ...changes };
    if (draft.note === '' && draft.resolution === undefined) this.#drafts.delete(alertId);
    else this.#drafts.set(alertId, draft);
    for (const listener of this.#listeners) listener();
  }

  /** Removes a note that was sent. A note that was changed meanwhile stays. */
  sent(alertId: string, note: string): void {
    if (this.of(alertId).note.trim() === note) this.change(alertId, { note: '' });
  }

  /** Calls the listener after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
