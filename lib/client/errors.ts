import type { ErrorCode } from './types.ts';

/**
 * The code of an error: a code of the service, or one of the client's own:
 * - `network_error`: there was no response; `cause` is the error of `fetch`;
 * - `deadline_exceeded`: the call reached its deadline; it may have been done;
 * - `unexpected_answer`: the response is not from the service but, for example, from a proxy.
 */
export type GuardErrorCode = ErrorCode | 'network_error' | 'deadline_exceeded' | 'unexpected_answer';

/** The messages of a `validation_failed` by field. Nested fields are written with dots (`site_ids.0`). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export interface GuardErrorDetails {
  readonly code: GuardErrorCode;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly errors?: FieldErrors | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly limitPerMinute?: number | undefined;
  readonly cause?: unknown;
}

/** The error of a failed call. It never contains a token. An aborted call rejects with its signal's reason instead. */
export class GuardError extends Error {
  readonly code: GuardErrorCode;
  /** The HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** The id of the request in the service's logs. */
  readonly requestId: string | undefined;
  readonly errors: FieldErrors | undefined;
  /** The wait that the service asks for. */
  readonly retryAfterSeconds: number | undefined;
  /** The number of requests per minute that the reached limit allows. */
  readonly limitPerMinute: number | undefined;

  constructor(message: string, details: GuardErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'GuardError';
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.limitPerMinute = details.limitPerMinute;
  }
}

/** There is no session. The code is the service's, so that callers handle one case only. */
export function notSignedIn(): GuardError {
  return new GuardError('Not signed in: there is no session.', { code: 'unauthenticated' });
}

/** Whether the service has rejected the token. */
export function isRejectedToken(error: unknown): boolean {
  return error instanceof GuardError && error.status === 401;
}

/** Whether there is no session any more, according to the service or the client. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof GuardError && error.code === 'unauthenticated';
}

export function deadlineExceeded(): GuardError {
  return new GuardError('The call took longer than its deadline.', { code: 'deadline_exceeded' });
}

/** Rethrows every error except 404: the item does not exist, or is outside the scope. */
export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof GuardError && error.status === 404) return undefined;
  throw error;
}
