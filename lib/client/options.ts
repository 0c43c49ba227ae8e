import type { GuardError } from './errors.ts';
import type { Versioned } from './etag.ts';
import type { GuardSession } from './session.ts';
import type { LiveSocketConstructor } from './watch/live-socket.ts';

/** What a client calls: the `fetch` of every platform fits. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface GuardClientOptions {
  /** The service's address with its stage, as `https://abc123.execute-api.eu-west-1.amazonaws.com/prod`. */
  readonly baseUrl: string;
  /**
   * The key of a machine, which then calls with it and with nobody's session. It is a secret, and good for reporting only.
   */
  readonly key?: string | undefined;
  /** The session of an earlier run, as `onSessionChanged` gave it. */
  readonly session?: GuardSession | undefined;
  /**
   * Told of each new session and of its end (undefined), to keep it where the application keeps secrets; not of one
   * that the application hands over itself. It is not waited for, and what it throws is an unhandled rejection, not
   * a failed call.
   */
  readonly onSessionChanged?: ((session: GuardSession | undefined) => void) | undefined;
  /** How long a token lasts, as the installation has set it (TOKEN_EXPIRATION); 1440 by default. */
  readonly tokenLifetimeMinutes?: number | undefined;
  /** A token with less than this to go is renewed before the next request; half its lifetime by default. */
  readonly refreshMarginMinutes?: number | undefined;
  /** How often a request is sent at most, the first time included; 3 by default, 1 for never again. */
  readonly maxAttempts?: number | undefined;
  /** A longer wait than this before the next attempt is not waited: the call fails at once; 60 by default. */
  readonly maxWaitSeconds?: number | undefined;
  /** How long a call takes at most, its waits and attempts included; 60 by default. It then fails. */
  readonly deadlineSeconds?: number | undefined;
  /** Called before each wait for another attempt, so that a screen can say why nothing happens. */
  readonly onWait?: OnWait | undefined;
  readonly fetch?: Fetch | undefined;
  /** The time in milliseconds since 1970. */
  readonly clock?: (() => number) | undefined;
  /**
   * What watches connect with: the platform's own `WebSocket` by default. Node.js 20 has none: pass the one of the package
   * `ws`, or watches poll, which `onWarn` is told.
   */
  readonly WebSocket?: LiveSocketConstructor | undefined;
  /** Told once where watches poll for want of a `WebSocket`; `console.warn` by default. */
  readonly onWarn?: ((message: string) => void) | undefined;
  /** From 0 to 1, for pauses of watches: `Math.random` by default. */
  readonly random?: (() => number) | undefined;
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  readonly wait?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** A wait for another attempt of a call that failed. */
export interface Wait {
  /** What waits, as the OpenAPI document names it: `POST /api/v1/alerts/{alert_id}/acknowledge`. */
  readonly operation: string;
  readonly milliseconds: number;
  /** Which attempt has failed: 1 for the first. */
  readonly attempt: number;
  readonly error: GuardError;
  /** Aborts where the call ends during the wait. */
  readonly signal: AbortSignal | undefined;
}

export type OnWait = (wait: Wait) => void;

/** Of any call. */
export interface CallOptions {
  /** Ends the call, its waits included; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Instead of the client's. */
  readonly maxAttempts?: number | undefined;
  /** Instead of the client's. */
  readonly deadlineSeconds?: number | undefined;
  /** Instead of the client's. */
  readonly onWait?: OnWait | undefined;
}

/** Options of a call that acts in a tenant. */
export interface TenantOptions extends CallOptions {
  /** The tenant to act in. Platform admins must name it. */
  readonly tenantId?: string | undefined;
}

export type CreateOptions = TenantOptions;
export type EscalationOptions = TenantOptions;
export type SetEscalationOptions = TenantOptions & ChangeOptions;

/** Of a call that creates something and can be made safe to repeat. */
export interface RepeatableOptions extends CallOptions {
  /**
   * 1 to 64 printable ASCII characters, new for each thing to create and the same for each attempt. With it the call is
   * also tried again where no answer came, and for 24 hours creates nothing twice.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Of a call that changes or deletes something. */
export interface ChangeOptions extends CallOptions {
  /**
   * The object as it was read, or its ETag: the change holds only while it still is so, and otherwise fails with
   * `precondition_failed`.
   */
  readonly ifMatch?: string | Versioned<object> | undefined;
}
