import type { ErrorCode } from './types.ts';

/**
 * What went wrong, for programs: a code of the service, or one of the client's own:
 * - `network_error`: no answer came; `cause` holds what `fetch` threw;
 * - `deadline_exceeded`: the call has taken as long as it may; it may have been done;
 * - `unexpected_answer`: an answer came that is not the service's, as from a proxy or a captive portal.
 */
export type GuardErrorCode = ErrorCode | 'network_error' | 'deadline_exceeded' | 'unexpected_answer';

/** Of a `validation_failed`: messages by field; nested fields are written with dots (`site_ids.0`). */
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

/** Every failure of a call, except that an aborted call rejects with its signal's reason. Never holds a token. */
export class GuardError extends Error {
  readonly code: GuardErrorCode;
  /** The HTTP status; undefined when the service was not asked or did not answer. */
  readonly status: number | undefined;
  /** The id under which the service's logs know the request. */
  readonly requestId: string | undefined;
  readonly errors: FieldErrors | undefined;
  /** How long the service asks to wait, where it does. */
  readonly retryAfterSeconds: number | undefined;
  /** How many such requests the service takes in a minute, where a limit of that kind is met. */
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

/** There is no session: the same code as the service's, so that a caller has one case to handle. */
export function notSignedIn(): GuardError {
  return new GuardError('Not signed in: there is no session.', { code: 'unauthenticated' });
}

/** Whether the service has refused the token. */
export function isRefusedToken(error: unknown): boolean {
  return error instanceof GuardError && error.status === 401;
}

/** Whether nobody is signed in any more, by the service or by the client itself. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof GuardError && error.code === 'unauthenticated';
}

/** The call has taken as long as it may. */
export function deadlineExceeded(): GuardError {
  return new GuardError('The call took longer than its deadline.', { code: 'deadline_exceeded' });
}

/** Rethrows every error but that there is no such thing, or that it is out of reach. */
export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof GuardError && error.status === 404) return undefined;
  throw error;
}
