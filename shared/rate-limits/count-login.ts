import type { Runtime } from '../lambda/runtime.ts';
import { loginSubjects } from './login-subjects.ts';
import { countRequest, newRequestId, type RateVerdict, uncountRequest } from './rate-counter.ts';

/**
 * An address has so many times its limit for logins that guess no password of a stranger: with e-mails that signed in from it
 * before, and by single sign-on. An office shares an address, and its people come at the same time.
 */
export const KNOWN_FACTOR = 20;

/** The limits of one login request while they are being counted. */
export interface LoginLimits {
  /** The verdict of the limit for the e-mail and address, which is counted first. */
  readonly first: Promise<RateVerdict>;
  /** The verdict that rejects the request, or else the one with the fewest requests remaining. */
  readonly all: Promise<RateVerdict>;
  /** Removes the request from the count of its address: it signed in. Never throws, because counts expire. */
  readonly forgive?: () => Promise<void>;
}

interface CountedLogin {
  readonly email: string;
  readonly address: string;
  readonly now: Date;
  /** Whether the address is one from which the e-mail signed in before, or the request cannot guess a password. */
  readonly isKnown?: Promise<boolean> | boolean;
}

/**
 * Counts a login by e-mail and address, then by address alone. The address is counted second, so that rejected attempts
 * for one e-mail do not use up the limit of other users at the address. Both windows end at the same time.
 */
export function countLogin(
  { table, settings }: Pick<Runtime, 'table' | 'settings'>,
  { email, address, now, isKnown = false }: CountedLogin,
): LoginLimits {
  const { authRequestsPerMinute, loginRequestsPerAddressPerMinute } = settings;
  const subjects = loginSubjects({ email, address });
  const first = countRequest(table, { subject: subjects.pair, limit: authRequestsPerMinute, now });
  const counted = { subject: subjects.address, now, id: newRequestId(table) };
  const countAddress = async (): Promise<RateVerdict> => {
    const [pair, known] = await Promise.all([first, isKnown]);
    if (!pair.allowed) return pair;
    const limit = loginRequestsPerAddressPerMinute * (known ? KNOWN_FACTOR : 1);
    const byAddress = await countRequest(table, {
      ...counted,
      ...(known ? { subject: `known-${subjects.address}` } : {}),
      limit,
    });
    return !byAddress.allowed || byAddress.remaining < pair.remaining ? byAddress : pair;
  };
  return {
    first,
    all: countAddress(),
    // Those of known e-mails have room, so that they cost no further write.
    async forgive() {
      if (!(await isKnown)) await uncountRequest(table, counted).catch(() => {});
    },
  };
}

/** Whether a limit allows the request. Never rejects: without a verdict the request is not allowed. */
export function isAllowed(verdict: Promise<RateVerdict>): Promise<boolean> {
  return verdict.then(
    ({ allowed }) => allowed,
    () => false,
  );
}
