import { isRejectedToken, notSignedIn } from './errors.ts';

/** A token with its time. It is plain data that can be stored as JSON, and a secret. */
export interface GuardSession {
  readonly token: string;
  /**
   * The time of issue in milliseconds since 1970 by the client's clock. A token without this time is never renewed
   * automatically.
   */
  readonly issuedAt?: number;
}

export interface SessionSettings {
  readonly session: GuardSession | undefined;
  readonly onSessionChanged: (session: GuardSession | undefined) => void;
  readonly lifetimeMs: number;
  readonly refreshMarginMs: number;
  readonly clock: () => number;
  /** Exchanges a token for a new one. The old token becomes invalid at once. */
  readonly exchange: (token: string) => Promise<string>;
}

/** The pause after a failed renewal while the token is still valid. */
const RENEWAL_PAUSE_MS = 60_000;

/** Holds the session and renews it in time. Concurrent requests share one renewal. */
export class SessionKeeper {
  readonly #settings: SessionSettings;
  #session: GuardSession | undefined;
  #renewal: Promise<void> | undefined;
  #renewNotBefore = Number.NEGATIVE_INFINITY;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    this.#session = settings.session;
  }

  get session(): GuardSession | undefined {
    return this.#session;
  }

  /** Takes over a session of the application, without a notification. */
  adopt(session: GuardSession | undefined): void {
    this.#session = session;
    this.#renewNotBefore = Number.NEGATIVE_INFINITY;
  }

  /** Starts or ends a session, and notifies the application. */
  replace(session: GuardSession | undefined): void {
    this.adopt(session);
    Promise.resolve(session).then(this.#settings.onSessionChanged);
  }

  /** The token for a request, renewed if due. Waits for a running renewal, which invalidates the old token. */
  async token(): Promise<string> {
    if (this.#renewal || this.#isDue()) await this.#renewIfPossible();
    if (!this.#session) throw notSignedIn();
    return this.#session.token;
  }

  /**
   * Handles a rejected token. Returns whether it has been replaced meanwhile, so that the request can be sent again.
   * Otherwise the session ends.
   */
  async isReplaced(rejectedToken: string): Promise<boolean> {
    await this.settled();
    if (this.#session?.token === rejectedToken) this.replace(undefined);
    return this.#session !== undefined;
  }

  /** Renews the session now, or joins the running renewal. */
  renew(): Promise<void> {
    this.#renewal ??= this.#exchange().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /** Resolves when no renewal is running. */
  async settled(): Promise<void> {
    await this.#renewal?.catch(() => undefined);
  }

  async #exchange(): Promise<void> {
    const old = this.#session;
    if (!old) throw notSignedIn();
    const issuedAt = this.#settings.clock();
    try {
      const token = await this.#settings.exchange(old.token);
      if (this.#session === old) this.replace({ token, issuedAt });
    } catch (error) {
      if (this.#session === old && isRejectedToken(error)) this.replace(undefined);
      throw error;
    }
  }

  /** Ignores a failed renewal while the token is still valid, unless the service has rejected the token. */
  async #renewIfPossible(): Promise<void> {
    const old = this.#session;
    try {
      await this.renew();
    } catch (error) {
      if (!this.#session || (this.#session === old && this.#isExpired(old))) throw error;
      this.#renewNotBefore = this.#settings.clock() + RENEWAL_PAUSE_MS;
    }
  }

  #isDue(): boolean {
    const { lifetimeMs, refreshMarginMs, clock } = this.#settings;
    const issuedAt = this.#session?.issuedAt;
    if (this.#session === undefined || issuedAt === undefined) return false;
    if (this.#isExpired(this.#session)) return true;
    return clock() >= issuedAt + lifetimeMs - refreshMarginMs && clock() >= this.#renewNotBefore;
  }

  #isExpired({ issuedAt }: GuardSession): boolean {
    return issuedAt !== undefined && this.#settings.clock() >= issuedAt + this.#settings.lifetimeMs;
  }
}
