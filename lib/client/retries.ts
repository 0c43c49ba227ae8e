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

/** What a second attempt does where the first may have been done. */
export type Repetition =
  /** Nothing more: the answer is as good as that of the first. */
  | 'harmless'
  /** It again. */
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
 * Tries until it succeeds, fails for good, or has been tried often or long enough. A 429 has done nothing, so
 * everything is tried again after it; a 503 may have, and so may what was never answered.
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

/** How long a call takes at most, in milliseconds. */
export function deadlineOf(
  { deadlineMs }: Pick<RetrySettings, 'deadlineMs'>,
  { deadlineSeconds }: Pick<Retriable, 'deadlineSeconds'>,
): number {
  return deadlineSeconds === undefined ? deadlineMs : deadlineSeconds * 1000;
}

/** What the service asks for, or 1, 2, 4… seconds; for ever where trying again is no use. */
function pauseBeforeRetry(error: GuardError, repetition: Repetition, attempts: number): number {
  const isWorthIt =
    error.status === 429 ||
    (repetition === 'harmless' && (error.status === 503 || error.code === 'network_error'));
  if (!isWorthIt) return Number.POSITIVE_INFINITY;
  return (error.retryAfterSeconds ?? 2 ** (attempts - 1)) * 1000;
}
