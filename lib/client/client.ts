import { wait } from './abort.ts';
import { isRefusedToken } from './errors.ts';
import { type Versioned, versioned } from './etag.ts';
import type { CallOptions, ChangeOptions, CreateOptions, Fetch, GuardClientOptions } from './options.ts';
import { Requests } from './requests.ts';
import { Alerts } from './resources/alerts.ts';
import { Devices } from './resources/devices.ts';
import { EscalationRules } from './resources/escalation.ts';
import { Keys } from './resources/keys.ts';
import { Sessions } from './resources/sessions.ts';
import { Sites } from './resources/sites.ts';
import { Tenants } from './resources/tenants.ts';
import { Users } from './resources/users.ts';
import { Webhooks } from './resources/webhooks.ts';
import { Zones } from './resources/zones.ts';
import type { GuardSession } from './session.ts';
import type { Credentials, Health, OwnChanges, ReportEvent, ReportResult, User } from './types.ts';
import { chooseSocket } from './watch/live-socket.ts';

const MINUTE_MS = 60_000;

// Looked up at each call and called on its own: browsers refuse a fetch that is called as a method of something else.
const platformFetch: Fetch = (url, init) => fetch(url, init);

/** A client of one Guard service, for one user at a time or for a machine. Printing it never shows the token or key. */
export class GuardClient {
  readonly alerts: Alerts;
  readonly sites: Sites;
  readonly zones: Zones;
  readonly devices: Devices;
  readonly users: Users;
  readonly escalation: EscalationRules;
  readonly keys: Keys;
  readonly webhooks: Webhooks;
  readonly tenants: Tenants;
  readonly sessions: Sessions;
  readonly #requests: Requests;
  readonly #clock: () => number;

  constructor(options: GuardClientOptions) {
    const lifetimeMs = (options.tokenLifetimeMinutes ?? 1440) * MINUTE_MS;
    const margin = options.refreshMarginMinutes;
    this.#clock = options.clock ?? Date.now;
    const requests = new Requests({
      baseUrl: options.baseUrl,
      key: options.key,
      fetch: options.fetch ?? platformFetch,
      wait: options.wait ?? wait,
      maxAttempts: options.maxAttempts ?? 3,
      maxWaitMs: (options.maxWaitSeconds ?? 60) * 1000,
      deadlineMs: (options.deadlineSeconds ?? 60) * 1000,
      onWait: options.onWait ?? (() => undefined),
      clock: this.#clock,
      session: {
        session: options.session,
        onSessionChanged: options.onSessionChanged ?? (() => undefined),
        lifetimeMs,
        refreshMarginMs: margin === undefined ? lifetimeMs / 2 : margin * MINUTE_MS,
        clock: this.#clock,
      },
    });
    this.#requests = requests;
    const watching = {
      socket: chooseSocket(options.WebSocket, options.onWarn ?? ((message) => console.warn(message))),
      clock: this.#clock,
      wait: options.wait ?? wait,
      random: options.random ?? Math.random,
    };
    this.alerts = new Alerts(requests, watching);
    this.sites = new Sites(requests);
    this.zones = new Zones(requests);
    this.devices = new Devices(requests, watching);
    this.users = new Users(requests);
    this.escalation = new EscalationRules(requests);
    this.keys = new Keys(requests);
    this.webhooks = new Webhooks(requests);
    this.tenants = new Tenants(requests);
    this.sessions = new Sessions(requests);
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
    const { token, user } = (await this.#requests.send('post', '/api/v1/auth/login', input)).body;
    this.#requests.session.replace({ token, issuedAt });
    return user;
  }

  /**
   * Reports up to 25 events; the results are in their order. It does not throw because of an event that failed: its result
   * says so. Events with an `id` may be reported again and again.
   */
  async report(
    events: readonly ReportEvent[],
    { tenantId, ...options }: CreateOptions = {},
  ): Promise<readonly ReportResult[]> {
    const input = { ...options, query: { tenant_id: tenantId }, body: { events: [...events] } };
    return (await this.#requests.send('post', '/api/v1/reports', input)).body.results;
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
      await this.#requests.send('post', '/api/v1/auth/logout', { ...options, token: session.token });
    } catch (error) {
      if (!isRefusedToken(error)) throw error;
    }
  }

  /** The signed-in user as they are now. */
  async me(options: CallOptions = {}): Promise<Versioned<User>> {
    const answer = await this.#requests.send('get', '/api/v1/auth/me', options);
    return versioned(answer.body, answer.etag);
  }

  /** Changes the name or password of the signed-in user; a new password ends all of their sessions but this one. */
  async updateMe(changes: OwnChanges, options: ChangeOptions = {}): Promise<Versioned<User>> {
    const answer = await this.#requests.send('patch', '/api/v1/auth/me', { ...options, body: changes });
    return versioned(answer.body, answer.etag);
  }

  /** Whether the service answers; needs no session. */
  async health(options: CallOptions = {}): Promise<Health> {
    return (await this.#requests.send('get', '/health', { ...options, token: null })).body;
  }
}

/** A client of the Guard service at `baseUrl`. It sends nothing before it is asked to. */
export function createGuardClient(options: GuardClientOptions): GuardClient {
  return new GuardClient(options);
}
