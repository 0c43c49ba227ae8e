import { ApiError } from '../errors.ts';
import type { Table } from '../table/table.ts';
import { rateLimitHeaders } from './headers.ts';
import type { Guess } from './password-guesses.ts';
import { countRequest, newRequestId, uncountRequest } from './rate-counter.ts';

/**
 * What a code is for, each with counters of its own. Those of signing in are new with each session version: after a new password,
 * wrong codes of somebody who knew the old one lock nobody. The others need a session, which could raise the version.
 */
export type CodeUse = `sign-in-${number}` | 'set-up' | 'removal';

/** A code of six digits resists 30 guesses a day for a century. */
export const CODE_LIMITS = { day: 30, hour: 10 } as const;

const LIMITS = (['day', 'hour'] as const).map((window) => ({ window, limit: CODE_LIMITS[window] }));

/**
 * Counts a guess of a code before it is verified, like a guess of a password
 * (docs/decisions/0012-count-password-attempts-first.md). The counters are separate, so wrong codes lock nobody's password.
 * Throws `too_many_requests` beyond a limit.
 */
export async function admitCode(
  table: Table,
  { userId, use, now }: { userId: string; use: CodeUse; now: Date },
): Promise<Guess> {
  const id = newRequestId(table);
  const counted = LIMITS.map((limit) => ({ subject: `code-${use}#${userId}`, now, id, ...limit }));
  const forgive = async () => {
    await Promise.allSettled(counted.map((it) => uncountRequest(table, it)));
  };
  const verdicts = await Promise.all(counted.map((it) => countRequest(table, it)));
  const refused = verdicts.find(({ allowed }) => !allowed);
  if (refused) {
    await forgive();
    throw new ApiError('too_many_requests', { headers: rateLimitHeaders(refused) });
  }
  return { forgive };
}
