import { throwIfAborted } from './abort.ts';
import { GuardError } from './errors.ts';
import type { OnWait } from './options.ts';

export interface RetrySettings {
  readonly maxAttempts: number;
  readonly maxWaitMs: number;
  readonly deadlineMs: number;
  readonly onWait: OnWait;
  readonly clock: () => number;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** The effect of a second attempt if the first may have succeeded. */
export type Repetition =
  /** There is none: the response is as good as the first one. */
  | 'harmless'
  /** The operation is done again. */
  | 'harmful';

export interface Retriable {
  readonly operation: string;
  readonly repetition: Repetition;
  readonly maxAttempts?: number | undefined;
  readonly deadlineSeconds?: number | undefined;
  readonly onWait?: OnWait | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Repeats attempts until one succeeds or fails permanently, or until the limits of attempts and time are reached. After a 429
 * nothing was done, so every operation is repeated. After a 503, or without a response, the operation may have been done.
 */
export async function withRetries<T>(
  settings: RetrySettings,
  {
    operation,
    repetition,
    signal,
    maxAttempts = settings.maxAttempts,
    onWait = settings.onWait,
    ...own
  }: Retriable,
  attempt: () => Promise<T>,
): Promise<T> {
  const endsAt = settings.clock() + deadlineOf(settings, own);
  for (let attempts = 1; ; attempts++) {
    throwIfAborted(signal);
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof GuardError) || attempts >= maxAttempts) throw error;
      const milliseconds = pauseBeforeRetry(error, repetition, attempts);
      const isTooLong = milliseconds > settings.maxWaitMs || settings.clock() + milliseconds > endsAt;
      if (isTooLong) throw error;
      onWait({ operation, milliseconds, attempt: attempts, error, signal });
      await settings.wait(milliseconds, signal);
    }
  }
}

/** The deadline of a call in milliseconds. */
export function deadlineOf(
  { deadlineMs }: Pick<RetrySettings, 'deadlineMs'>,
  { deadlineSeconds }: Pick<Retriable, 'deadlineSeconds'>,
): number {
  return deadlineSeconds === undefined ? deadlineMs : deadlineSeconds * 1000;
}

/** The wait that the service asks for, or 1, 2, 4… seconds. It is infinite if a retry is useless. */
function pauseBeforeRetry(error: GuardError, repetition: Repetition, attempts: number): number {
  const isWorthIt =
    error.status === 429 ||
    (repetition === 'harmless' && (error.status === 503 || error.code === 'network_error'));
  if (!isWorthIt) return Number.POSITIVE_INFINITY;
  return (error.retryAfterSeconds ?? 2 ** (attempts - 1)) * 1000;
}
