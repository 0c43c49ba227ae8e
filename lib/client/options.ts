import type { GuardError } from './errors.ts';
import type { Versioned } from './etag.ts';
import type { GuardSession } from './session.ts';
import type { LiveSocketConstructor } from './watch/live-socket.ts';

/** The `fetch` of every platform has this type. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface GuardClientOptions {
  /** The service's address with its stage, as `https://abc123.execute-api.eu-west-1.amazonaws.com/prod`. */
  readonly baseUrl: string;
  /**
   * The API key of a machine, instead of a session. It is a secret. Its `access` says what it permits.
   */
  readonly key?: string | undefined;
  /** The session of an earlier run, from `onSessionChanged`. */
  readonly session?: GuardSession | undefined;
  /**
   * Called with each new session, and with undefined at its end, so that the application can store the secret. It is not
   * called for a session that the application passes itself. The client does not wait for it; its errors are unhandled
   * rejections.
   */
  readonly onSessionChanged?: ((session: GuardSession | undefined) => void) | undefined;
  /** The lifetime of tokens (TOKEN_EXPIRATION of the stage); 1440 by default. */
  readonly tokenLifetimeMinutes?: number | undefined;
  /** The remaining lifetime below which a token is renewed before the next request; half by default. */
  readonly refreshMarginMinutes?: number | undefined;
  /** The maximum number of attempts of a request; 3 by default, 1 for no retries. */
  readonly maxAttempts?: number | undefined;
  /** A call that would have to wait longer than this before a retry fails at once; 60 by default. */
  readonly maxWaitSeconds?: number | undefined;
  /** The deadline of a call including its waits and attempts; 60 by default. */
  readonly deadlineSeconds?: number | undefined;
  /** Called before each wait for a retry, so that a screen can say why nothing happens. */
  readonly onWait?: OnWait | undefined;
  readonly fetch?: Fetch | undefined;
  /** The time in milliseconds since 1970. */
  readonly clock?: (() => number) | undefined;
  /**
   * The WebSocket for watches; the platform's by default. Node.js 20 has none: pass the one of the package `ws`. Otherwise
   * watches poll, and `onWarn` is called.
   */
  readonly WebSocket?: LiveSocketConstructor | undefined;
  /** Called once if watches poll without a `WebSocket`; `console.warn` by default. */
  readonly onWarn?: ((message: string) => void) | undefined;
  /** From 0 to 1, for pauses of watches: `Math.random` by default. */
  readonly random?: (() => number) | undefined;
  /** Resolves after this time; rejects when the signal aborts. */
  readonly wait?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** A wait for a retry of a failed call. */
export interface Wait {
  /** The method and the path of the OpenAPI document: `POST /api/v1/alerts/{alert_id}/acknowledge`. */
  readonly operation: string;
  readonly milliseconds: number;
  /** The number of the failed attempt, from 1. */
  readonly attempt: number;
  readonly error: GuardError;
  /** Aborts if the call ends during the wait. */
  readonly signal: AbortSignal | undefined;
}

export type OnWait = (wait: Wait) => void;

/** The options of every call. */
export interface CallOptions {
  /** Ends the call and its waits. The call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Instead of the client's. */
  readonly maxAttempts?: number | undefined;
  /** Instead of the client's. */
  readonly deadlineSeconds?: number | undefined;
  /** Instead of the client's. */
  readonly onWait?: OnWait | undefined;
}

/** The options of a call that acts in a tenant. */
export interface TenantOptions extends CallOptions {
  /** The tenant to act in. Platform admins must name it. */
  readonly tenantId?: string | undefined;
}

export type CreateOptions = TenantOptions;
export type EscalationOptions = TenantOptions;
export type SetEscalationOptions = TenantOptions & ChangeOptions;

/** The options of a call that creates an item, and can be made safe to repeat. */
export interface RepeatableOptions extends CallOptions {
  /**
   * 1 to 64 printable ASCII characters: a new key for each item, and the same key for each attempt. With it the client
   * repeats the call after a lost response. For 24 hours nothing is created twice.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The options of a call that changes or deletes an item. */
export interface ChangeOptions extends CallOptions {
  /**
   * The object as it was read, or its ETag. If the item has changed since, the call fails with `precondition_failed`.
   */
  readonly ifMatch?: string | Versioned<object> | undefined;
}
