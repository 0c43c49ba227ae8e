import type { GuardSession } from '../../client/index.ts';

/** What is kept of a session, so that it outlives a reload. */
export interface KeptSession extends GuardSession {
  /** How long its token lasts. */
  readonly lifetimeMinutes: number | undefined;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Keeps the session in the storage of the tab: it ends with the tab, and no other tab or later user of this browser has
 * it. Where a browser keeps nothing for this page, the session lasts until the next reload.
 */
export class SessionStore {
  readonly #storage: () => Storage;
  readonly #name: string;

  /** Several stages may have one host: each page has its own. */
  constructor(storage: () => Storage, baseUrl: string) {
    this.#storage = storage;
    this.#name = `guard-console ${baseUrl}`;
  }

  read(): KeptSession | undefined {
    const text = this.#use((storage) => storage.getItem(this.#name));
    return text ? parseSession(text) : undefined;
  }

  write(session: KeptSession | undefined): void {
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

function parseSession(text: string): KeptSession | undefined {
  try {
    const { token, issuedAt, lifetimeMinutes } = JSON.parse(text);
    return typeof token === 'string' ? { token, issuedAt, lifetimeMinutes } : undefined;
  } catch {
    return undefined;
  }
}
