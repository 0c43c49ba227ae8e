import {
  createGuardClient,
  type GuardClient,
  type GuardClientOptions,
  GuardError,
  type GuardSession,
  type User,
} from '../../client/index.ts';
import type { SessionStore } from './session-store.ts';

/** The signed-in user, and their client. */
export interface SignedIn {
  readonly guard: GuardClient;
  readonly user: User;
}

export interface Sessions {
  signIn(email: string, password: string, otp?: string): Promise<SignedIn>;
  /** Resumes the stored session of the tab; undefined if there is none, or if it has ended. */
  resume(): Promise<SignedIn | undefined>;
}

export interface SessionsOptions {
  readonly baseUrl: string;
  readonly store: SessionStore;
  readonly fetch: GuardClientOptions['fetch'];
  readonly onWait: GuardClientOptions['onWait'];
  readonly wait: GuardClientOptions['wait'];
  /** Called when the service rejects the session, or when it was ended elsewhere. */
  readonly onEnd: () => void;
}

const MINUTE_MS = 60_000;

export function createSessions({ baseUrl, store, fetch, onWait, wait, onEnd }: SessionsOptions): Sessions {
  /** The client must know the lifetime of tokens to renew them in time. Each stage has its own setting. */
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
      wait,
      session,
      tokenLifetimeMinutes: lifetimeMinutes,
      onSessionChanged: keep,
    });
  }

  return {
    async signIn(email, password, otp) {
      const newcomer = createGuardClient({ baseUrl, fetch });
      // A rejected user reads the reason at once, and decides when to try again.
      const user = await newcomer.login(otp ? { email, password, otp } : { email, password }, {
        maxAttempts: 1,
      });
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

/** The lifetime of the session's token in minutes. Without it, the client uses the default lifetime. */
export async function lifetimeOf(guard: GuardClient): Promise<number | undefined> {
  try {
    const { data } = await guard.sessions.list({ limit: 10 }).page();
    const current = data.find((session) => session.current);
    return current && (Date.parse(current.expires_at) - Date.parse(current.created_at)) / MINUTE_MS;
  } catch {
    return undefined;
  }
}
