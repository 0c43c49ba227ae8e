import { wait } from './abort.ts';
import { Alerts } from './alerts.ts';
import { Devices } from './devices.ts';
import { isRejectedToken } from './errors.ts';
import type { CallOptions, Fetch, GuardClientOptions } from './options.ts';
import { Overview } from './overview.ts';
import { Requests } from './requests.ts';
import { Resources } from './resources.ts';
import type { GuardSession } from './session.ts';
import type { Credentials, SignedIn, User } from './types.ts';
import { chooseSocket } from './watch/live-socket.ts';
import { onReturn } from './watch/on-return.ts';

const MINUTE_MS = 60_000;

// `fetch` is read at each call, and not called as a method of another object, which browsers reject.
const platformFetch: Fetch = (url, init) => fetch(url, init);

/** A client of one Guard service, for one user at a time or for a machine. Printing it shows neither token nor key. */
export class GuardClient extends Resources {
  readonly alerts: Alerts;
  readonly devices: Devices;
  readonly overview: Overview;
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
      onReturn,
    };
    this.alerts = new Alerts(requests, watching);
    this.devices = new Devices(requests, watching);
    this.overview = new Overview(requests, watching);
  }

  /** The session, which contains the token; undefined while nobody is signed in. */
  get session(): GuardSession | undefined {
    return this.#requests.session.session;
  }

  /** Takes over a session, for example from another tab; undefined forgets the present one. */
  useSession(session: GuardSession | undefined): void {
    this.#requests.session.adopt(session);
  }

  /** Signs in. Later calls act as this user. */
  async login(
    { email, password, otp, keep_signed_in }: Credentials,
    options: CallOptions = {},
  ): Promise<User> {
    const issuedAt = this.#clock();
    const input = {
      ...options,
      token: null,
      body: { email, password, otp, keep_signed_in },
    };
    const { token, user } = await this.send<SignedIn>('post', '/api/v1/auth/login', input);
    this.#requests.session.replace({ token, issuedAt });
    return user;
  }

  /** Renews the session now. Usually not needed: calls renew it in time. */
  refresh(): Promise<void> {
    return this.#requests.session.renew();
  }

  /**
   * Ends the session here at once, and then at the service. Rejects if the service does not answer. Without a session it has no
   * effect.
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
      if (!isRejectedToken(error)) throw error;
    }
  }
}

/** Creates a client of the Guard service at `baseUrl`. It sends nothing before the first call. */
export function createGuardClient(options: GuardClientOptions): GuardClient {
  return new GuardClient(options);
}
