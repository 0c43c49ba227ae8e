import type { Runtime } from '../lambda/runtime.ts';
import { loginSubjects } from './login-subjects.ts';
import { countRequest, type RateVerdict } from './rate-counter.ts';

/** The limits of one login request while they are being counted. */
export interface LoginLimits {
  /** The verdict of the limit for the e-mail and address, which is counted first. */
  readonly first: Promise<RateVerdict>;
  /** The verdict that rejects the request, or else the one with the fewest requests remaining. */
  readonly all: Promise<RateVerdict>;
}

/**
 * Counts a login by e-mail and address, then by address alone. The address is counted second, so that rejected attempts
 * for one e-mail do not use up the limit of other users at the address. Both windows end at the same time.
 */
export function countLogin(
  { table, settings }: Pick<Runtime, 'table' | 'settings'>,
  { email, address, now }: { readonly email: string; readonly address: string; readonly now: Date },
): LoginLimits {
  const { authRequestsPerMinute, loginRequestsPerAddressPerMinute } = settings;
  const subjects = loginSubjects({ email, address });
  const first = countRequest(table, { subject: subjects.pair, limit: authRequestsPerMinute, now });
  const countAddress = async (): Promise<RateVerdict> => {
    const pair = await first;
    if (!pair.allowed) return pair;
    const byAddress = await countRequest(table, {
      subject: subjects.address,
      limit: loginRequestsPerAddressPerMinute,
      now,
    });
    return !byAddress.allowed || byAddress.remaining < pair.remaining ? byAddress : pair;
  };
  return { first, all: countAddress() };
}

/** Whether a limit allows the request. Never rejects: without a verdict the request is not allowed. */
export function isAllowed(verdict: Promise<RateVerdict>): Promise<boolean> {
  return verdict.then(
    ({ allowed }) => allowed,
    () => false,
  );
}
