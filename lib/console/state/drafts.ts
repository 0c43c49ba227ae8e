import type { Resolution } from '../../client/types.ts';

/** What somebody is about to say of an alert. */
export interface Draft {
  readonly note: string;
  /** Undefined until it is chosen. */
  readonly resolution: Resolution | undefined;
}

const NOTHING: Draft = { note: '', resolution: undefined };

/** Keeps what was typed for each alert, so that looking at another alert loses nothing. */
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

  /** Forgets a note that was sent. What was typed since stays. */
  sent(alertId: string, note: string): void {
    if (this.of(alertId).note.trim() === note) this.change(alertId, { note: '' });
  }

  /** Calls the listener after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
