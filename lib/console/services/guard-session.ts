import {
  createGuardClient,
  type GuardClient,
  type GuardClientOptions,
  GuardError,
  type GuardSession,
  type User,
} from '../../client/index.ts';
import type { SessionStore } from './session-store.ts';

/** Somebody who is signed in, and the client that calls as them. */
export interface SignedIn {
  readonly guard: GuardClient;
  readonly user: User;
}

export interface Sessions {
  signIn(email: string, password: string): Promise<SignedIn>;
  /** Goes on with the session that the tab has kept; undefined where there is none, or it is over. */
  resume(): Promise<SignedIn | undefined>;
}

export interface SessionsOptions {
  readonly baseUrl: string;
  readonly store: SessionStore;
  readonly fetch: GuardClientOptions['fetch'];
  readonly onWait: GuardClientOptions['onWait'];
  /** The service refuses the session, or it was ended elsewhere. */
  readonly onEnd: () => void;
}

const MINUTE_MS = 60_000;

export function createSessions({ baseUrl, store, fetch, onWait, onEnd }: SessionsOptions): Sessions {
  /** The client renews tokens in time, and so must know how long they last; each stage has its own setting. */
  function clientWith(session: GuardSession, lifetimeMinutes: number | undefined): GuardClient {
    const keep = (next: GuardSession | undefined) => {
      store.write(next && { ...next, lifetimeMinutes });
      if (!next) onEnd();
    };
    keep(session);
    return createGuardClient({
      baseUrl,
      fetch,
      onWait,
      session,
      tokenLifetimeMinutes: lifetimeMinutes,
      onSessionChanged: keep,
    });
  }

  return {
    async signIn(email, password) {
      const newcomer = createGuardClient({ baseUrl, fetch });
      // Who is turned away reads why at once, and decides when to try again.
      const user = await newcomer.login({ email, password }, { maxAttempts: 1 });
      const lifetimeMinutes = await lifetimeOf(newcomer);
      const { session } = newcomer;
      if (!session) throw new Error('There is no session after signing in.');
      return { guard: clientWith(session, lifetimeMinutes), user };
    },
    async resume() {
      const kept = store.read();
      if (!kept) return undefined;
      const { lifetimeMinutes, ...session } = kept;
      const guard = clientWith(session, lifetimeMinutes);
      try {
        return { guard, user: await guard.me() };
      } catch (error) {
        if (error instanceof GuardError && error.status === 401) return undefined;
        throw error;
      }
    },
  };
}

/** In minutes, as the service has set it. Without it, the client takes the usual lifetime. */
async function lifetimeOf(guard: GuardClient): Promise<number | undefined> {
  try {
    const { data } = await guard.sessions.list({ limit: 10 }).page();
    const current = data.find((session) => session.current);
    return current && (Date.parse(current.expires_at) - Date.parse(current.created_at)) / MINUTE_MS;
  } catch {
    return undefined;
  }
}
