import { wait } from './abort.ts';
import { Alerts } from './alerts.ts';
import { Devices } from './devices.ts';
import { isRefusedToken } from './errors.ts';
import type { CallOptions, Fetch, GuardClientOptions } from './options.ts';
import { Requests } from './requests.ts';
import { Resources } from './resources.ts';
import type { GuardSession } from './session.ts';
import type { Credentials, SignedIn, User } from './types.ts';
import { chooseSocket } from './watch/live-socket.ts';

const MINUTE_MS = 60_000;

// Looked up at each call and called on its own: browsers refuse a fetch that is called as a method of something else.
const platformFetch: Fetch = (url, init) => fetch(url, init);

/** A client of one Guard service, for one user at a time or for a machine. Printing it never shows the token or key. */
export class GuardClient extends Resources {
  readonly alerts: Alerts;
  readonly devices: Devices;
  readonly #requests: Requests;
  readonly #clock: () => number;

  constructor(options: GuardClientOptions) {
    const lifetimeMs = (options.tokenLifetimeMinutes ?? 1440) * MINUTE_MS;
    const margin = options.refreshMarginMinutes;
    const clock = options.clock ?? Date.now;
    const requests = new Requests({
      baseUrl: options.baseUrl,
      key: options.key,
      fetch: options.fetch ?? platformFetch,
      wait: options.wait ?? wait,
      maxAttempts: options.maxAttempts ?? 3,
      maxWaitMs: (options.maxWaitSeconds ?? 60) * 1000,
      deadlineMs: (options.deadlineSeconds ?? 60) * 1000,
      onWait: options.onWait ?? (() => undefined),
      clock,
      session: {
        session: options.session,
        onSessionChanged: options.onSessionChanged ?? (() => undefined),
        lifetimeMs,
        refreshMarginMs: margin === undefined ? lifetimeMs / 2 : margin * MINUTE_MS,
        clock,
      },
    });
    super(requests);
    this.#requests = requests;
    this.#clock = clock;
    const watching = {
      socket: chooseSocket(options.WebSocket, options.onWarn ?? ((message) => console.warn(message))),
      clock,
      wait: options.wait ?? wait,
      random: options.random ?? Math.random,
    };
    this.alerts = new Alerts(requests, watching);
    this.devices = new Devices(requests, watching);
  }

  /** The session, to be kept for the next run; undefined when nobody is signed in. It holds the token. */
  get session(): GuardSession | undefined {
    return this.#requests.session.session;
  }

  /** Takes over a session, as from another tab of the same browser; undefined forgets the present one. */
  useSession(session: GuardSession | undefined): void {
    this.#requests.session.adopt(session);
  }

  /** Signs in; later calls are this user's. `invalid_credentials` says no more about which of the two is wrong. */
  async login({ email, password }: Credentials, options: CallOptions = {}): Promise<User> {
    const issuedAt = this.#clock();
    const input = { ...options, token: null, body: { email, password } };
    const { token, user } = await this.send<SignedIn>('post', '/api/v1/auth/login', input);
    this.#requests.session.replace({ token, issuedAt });
    return user;
  }

  /** Renews the session now. Not needed for its own sake: calls renew it in time. */
  refresh(): Promise<void> {
    return this.#requests.session.renew();
  }

  /**
   * Ends the session: here at once, and at the service, of which it rejects to say that it could not be told. Without
   * a session it does nothing.
   */
  async logout(options: CallOptions = {}): Promise<void> {
    const keeper = this.#requests.session;
    await keeper.settled();
    const session = keeper.session;
    if (!session) return;
    keeper.replace(undefined);
    try {
      await this.send('post', '/api/v1/auth/logout', { ...options, token: session.token });
    } catch (error) {
      if (!isRefusedToken(error)) throw error;
    }
  }
}

/** A client of the Guard service at `baseUrl`. It sends nothing before it is asked to. */
export function createGuardClient(options: GuardClientOptions): GuardClient {
  return new GuardClient(options);
}
