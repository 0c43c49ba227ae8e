import { isRefusedToken, notSignedIn } from './errors.ts';

/** A token and when it was issued. Plain data, to be kept as JSON between runs. It is a secret. */
export interface GuardSession {
  readonly token: string;
  /** Milliseconds since 1970, by the client's clock. A token of unknown age is used as it is, never renewed by itself. */
  readonly issuedAt?: number;
}

export interface SessionSettings {
  readonly session: GuardSession | undefined;
  readonly onSessionChanged: (session: GuardSession | undefined) => void;
  readonly lifetimeMs: number;
  readonly refreshMarginMs: number;
  readonly clock: () => number;
  /** Exchanges a token for a new one; the old one stops at once. */
  readonly exchange: (token: string) => Promise<string>;
}

/** After a renewal that failed, while the token still lasts. */
const RENEWAL_PAUSE_MS = 60_000;

/** Holds the session, and renews it in time: one renewal at once, however many requests want it. */
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

  /** Takes over a session that the application has, and so need not be told of. */
  adopt(session: GuardSession | undefined): void {
    this.#session = session;
    this.#renewNotBefore = Number.NEGATIVE_INFINITY;
  }

  /** Begins or ends a session, and tells the application. */
  replace(session: GuardSession | undefined): void {
    this.adopt(session);
    Promise.resolve(session).then(this.#settings.onSessionChanged);
  }

  /** The token for a request, renewed if it is due. Waits for a renewal under way, which ends the old token. */
  async token(): Promise<string> {
    if (this.#renewal || this.#isDue()) await this.#renewIfPossible();
    if (!this.#session) throw notSignedIn();
    return this.#session.token;
  }

  /**
   * The service has refused this token. True when another has meanwhile taken its place, so that the request can be
   * sent again; otherwise the session is over.
   */
  async isReplaced(refusedToken: string): Promise<boolean> {
    await this.settled();
    if (this.#session?.token === refusedToken) this.replace(undefined);
    return this.#session !== undefined;
  }

  /** Renews the session now, or joins the renewal under way. */
  renew(): Promise<void> {
    this.#renewal ??= this.#exchange().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /** Resolves when no renewal is under way. */
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
      if (this.#session === old && isRefusedToken(error)) this.replace(undefined);
      throw error;
    }
  }

  /** A renewal that fails for another reason than a refused token does no harm while the token lasts. */
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
