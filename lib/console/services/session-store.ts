import type { GuardSession } from '../../client/index.ts';

/** A session, as it is stored for the next reload. */
export interface StoredSession extends GuardSession {
  /** The lifetime of its token. */
  readonly lifetimeMinutes: number | undefined;
  /** Whose session it is. */
  readonly userId: string | undefined;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Stores the session: in the tab, with which it ends, so that no other tab or later user of this browser can read it, or on the
 * device, for all tabs, if the person asks for that. If the browser stores nothing for this page, it lasts until the next reload.
 */
export class SessionStore {
  readonly #storage: () => Storage;
  readonly #name: string;

  /** Stages may share a host, so each base URL has its own session. */
  constructor(storage: () => Storage, baseUrl: string) {
    this.#storage = storage;
    this.#name = `guard-console ${baseUrl}`;
  }

  read(): StoredSession | undefined {
    const text = this.#use((storage) => storage.getItem(this.#name));
    return text ? parseSession(text) : undefined;
  }

  write(session: StoredSession | undefined): void {
    this.#use((storage) =>
      session ? storage.setItem(this.#name, JSON.stringify(session)) : storage.removeItem(this.#name),
    );
  }

  /** Calls back when another tab has stored another session here, or removed it. Returns how to stop. */
  watch(events: EventTarget, onChange: (session: StoredSession | undefined) => void): () => void {
    const look = (event: Event & { readonly key?: string | null }) => {
      // Without a name, everything was removed.
      if (event.key === this.#name || event.key === null) onChange(this.read());
    };
    events.addEventListener('storage', look);
    return () => events.removeEventListener('storage', look);
  }

  #use<T>(use: (storage: Storage) => T): T | undefined {
    try {
      return use(this.#storage());
    } catch {
      return undefined;
    }
  }
}

function parseSession(text: string): StoredSession | undefined {
  try {
    const { token, issuedAt, lifetimeMinutes, userId } = JSON.parse(text);
    return typeof token === 'string' ? { token, issuedAt, lifetimeMinutes, userId } : undefined;
  } catch {
    return undefined;
  }
}
