import { setTimeout as wait } from 'node:timers/promises';

/** Waits for about the given time. */
export type Pause = (milliseconds: number) => Promise<unknown>;

export const pauseWithJitter: Pause = (milliseconds) => wait(withJitter(milliseconds, Math.random()));

/**
 * Returns a random part of a time, between half and all of it, so that parallel callers retry at different times. `random` is
 * from 0 to 1.
 */
export function withJitter(milliseconds: number, random: number): number {
  return milliseconds * (0.5 + random / 2);
}

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;

/** Runs a function up to 6 times while its error is worth a retry, with pauses that double from 20 ms. */
export async function retry<T>(
  run: () => Promise<T>,
  isWorthRetrying: (error: unknown) => boolean,
  pause: Pause,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthRetrying(error)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}

/**
 * Temporary failures: throttling, conflicts, lost connections. The names are the SDK's (AWS, "Error handling with DynamoDB";
 * KMS, "Common errors").
 */
const TRANSIENT_ERRORS = new Set([
  'DependencyTimeoutException',
  'InternalServerError',
  'KMSInternalException',
  'KeyUnavailableException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ThrottlingException',
  'TimeoutError',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'UnprocessedKeysError',
]);

/** Whether the same request may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return TRANSIENT_ERRORS.has(error.name) || ('code' in error && CONNECTION_ERRORS.has(String(error.code)));
}

/** Whether a failed write may have happened nevertheless, for example because its reply was lost. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isTransient(error) && !(error instanceof Error && CERTAIN_ERRORS.has(error.name));
}

/** After these errors, DynamoDB guarantees that it has written nothing. */
const CERTAIN_ERRORS = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionCanceledException',
  'TransactionConflictException',
]);

/** Node's codes for a refused, reset or failed connection. */
const CONNECTION_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
