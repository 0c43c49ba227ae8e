import { throwIfAborted } from './abort.ts';
import { GuardError } from './errors.ts';

export interface RetrySettings {
  readonly maxAttempts: number;
  readonly maxWaitMs: number;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export interface Retriable {
  /** Whether doing it twice is as good as doing it once. */
  readonly idempotent: boolean;
  readonly maxAttempts?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tries until it succeeds, fails for good, or has been tried often enough. A 429 has done nothing, so everything is
 * tried again after it; a 503 may have, so only what is idempotent.
 */
export async function withRetries<T>(
  settings: RetrySettings,
  { idempotent, signal, maxAttempts = settings.maxAttempts }: Retriable,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    throwIfAborted(signal);
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = attempts < maxAttempts ? pauseBeforeRetry(error, idempotent, attempts) : undefined;
      if (pauseMs === undefined || pauseMs > settings.maxWaitMs) throw error;
      await settings.wait(pauseMs, signal);
    }
  }
}

/** What the service asks for, or 1, 2, 4… seconds; undefined when trying again is no use. */
function pauseBeforeRetry(error: unknown, idempotent: boolean, attempts: number): number | undefined {
  if (!(error instanceof GuardError)) return undefined;
  if (error.status !== 429 && !(error.status === 503 && idempotent)) return undefined;
  return (error.retryAfterSeconds ?? 2 ** (attempts - 1)) * 1000;
}
