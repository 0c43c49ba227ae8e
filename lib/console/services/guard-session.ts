import {
  createGuardClient,
  type GuardClient,
  type GuardClientOptions,
  GuardError,
  type GuardSession,
  type Session,
  type User,
} from '../../client/index.ts';
import type { SessionStore, StoredSession } from './session-store.ts';

/** The signed-in user, and their client. */
export interface SignedIn {
  readonly guard: GuardClient;
  readonly user: User;
}

export interface Sessions {
  /** `isKept`: whether the session outlasts the tab, if the tenant allows it. */
  signIn(email: string, password: string, otp?: string, isKept?: boolean): Promise<SignedIn>;
  /** Resumes the stored session of the tab or of the device; undefined if there is none, or if it has ended. */
  resume(): Promise<SignedIn | undefined>;
}

export interface SessionsOptions {
  readonly baseUrl: string;
  /** Where the session of the tab is stored, and where one that outlasts tabs is. */
  readonly tab: SessionStore;
  readonly device: SessionStore;
  /** Where the browser says that another tab has changed what the device stores. */
  readonly events: EventTarget;
  readonly fetch: GuardClientOptions['fetch'];
  readonly onWait: GuardClientOptions['onWait'];
  readonly wait: GuardClientOptions['wait'];
  /** Called when the service rejects the session, or when it was ended elsewhere. */
  readonly onEnd: () => void;
  /** Called when the service rejects a token that another tab has replaced: the new one can be resumed. */
  readonly onReplaced: () => void;
}

const MINUTE_MS = 60_000;

export function createSessions(options: SessionsOptions): Sessions {
  const { baseUrl, tab, device, events, fetch, onWait, wait, onEnd, onReplaced } = options;
  let stopWatching = () => {};

  /** The client must know the lifetime of tokens to renew them in time. Each stage has its own setting. */
  function clientWith(
    { lifetimeMinutes, userId, ...session }: StoredSession,
    store: SessionStore,
  ): GuardClient {
    stopWatching();
    let last = session;
    const keep = (next: GuardSession | undefined) => {
      // All tabs of the device share one token. Whoever renews it replaces that of the others.
      const stored = next === undefined && store === device ? device.read() : undefined;
      if (stored && stored.token !== last.token) return onReplaced();
      last = next ?? last;
      store.write(next && { ...next, lifetimeMinutes, userId });
      if (!next) onEnd();
    };
    keep(session);
    const guard = createGuardClient({
      baseUrl,
      fetch,
      onWait,
      wait,
      session,
      tokenLifetimeMinutes: lifetimeMinutes,
      onSessionChanged: keep,
    });
    if (store === device) {
      stopWatching = device.watch(events, (next) => {
        // Another person has signed in on this device.
        if (next && next.userId !== userId) return onReplaced();
        last = next ?? last;
        guard.useSession(next);
        if (!next) onEnd();
      });
    }
    return guard;
  }

  return {
    async signIn(email, password, otp, isKept = false) {
      const newcomer = createGuardClient({ baseUrl, fetch });
      // A rejected user reads the reason at once, and decides when to try again.
      const user = await newcomer.login(
        { email, password, ...(otp ? { otp } : {}), ...(isKept ? { keep_signed_in: true } : {}) },
        { maxAttempts: 1 },
      );
      const current = await currentSession(newcomer);
      const { session } = newcomer;
      if (!session) throw new Error('There is no session after signing in.');
      const store = isKept && current?.kept ? device : tab;
      const lifetimeMinutes = lifetimeOf(current);
      return { guard: clientWith({ ...session, lifetimeMinutes, userId: user.id }, store), user };
    },
    async resume() {
      const ofTab = tab.read();
      const kept = ofTab ?? device.read();
      if (!kept) return undefined;
      const guard = clientWith(kept, ofTab ? tab : device);
      try {
        const [user, isAllowed] = await Promise.all([guard.me(), ofTab !== undefined || isStillKept(guard)]);
        if (isAllowed) return { guard, user };
        await guard.logout().catch(() => undefined);
        return undefined;
      } catch (error) {
        if (error instanceof GuardError && error.status === 401) return undefined;
        throw error;
      }
    },
  };
}

/** Whether the tenant still allows that a session outlasts its tab. */
const isStillKept = async (guard: GuardClient): Promise<boolean> =>
  (await currentSession(guard))?.kept !== false;

/** The session of this client; undefined if the service does not say. */
export async function currentSession(guard: GuardClient): Promise<Session | undefined> {
  try {
    const { data } = await guard.sessions.list({ limit: 10 }).page();
    return data.find((session) => session.current);
  } catch {
    return undefined;
  }
}

/** The lifetime of a session's token in minutes. Without it, the client uses the default lifetime. */
export const lifetimeOf = (session: Session | undefined): number | undefined =>
  session && (Date.parse(session.expires_at) - Date.parse(session.created_at)) / MINUTE_MS;
