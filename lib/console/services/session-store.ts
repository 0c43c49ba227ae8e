import type { GuardSession } from '../../client/index.ts';

/** A session, as it is stored for the next reload. */
export interface StoredSession extends GuardSession {
  /** The lifetime of its token. */
  readonly lifetimeMinutes: number | undefined;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Stores the session in the tab: it ends with the tab, and no other tab or later user of this browser can read it. If the browser
 * stores nothing for this page, the session lasts until the next reload.
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
    const { token, issuedAt, lifetimeMinutes } = JSON.parse(text);
    return typeof token === 'string' ? { token, issuedAt, lifetimeMinutes } : undefined;
  } catch {
    return undefined;
  }
}
