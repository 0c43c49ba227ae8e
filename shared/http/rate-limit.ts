import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type AuthenticatedUser, type Caller, isKey } from '../actor.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { Settings } from '../lambda/settings.ts';
import { loginSubjects } from '../rate-limits/login-subjects.ts';
import { countRequest, type RateVerdict } from '../rate-limits/rate-counter.ts';
import { MAXIMUM_BODY_BYTES } from './json-body.ts';
import type { RateClass, Route } from './route.ts';

interface CountedRequest {
  readonly route: Route;
  readonly event: APIGatewayProxyEvent;
  readonly caller: Caller | undefined;
  readonly now: Date;
}

/** What a request's limits say; `undefined` where none applies. */
export interface Counting {
  /** Of the limit that is counted first. */
  readonly first: Promise<RateVerdict | undefined>;
  /** Of all of them: the one that refuses, or else the one that the request is nearest to. */
  readonly all: Promise<RateVerdict | undefined>;
}

/** Of what no limit applies to. */
const UNCOUNTED: Counting = { first: Promise.resolve(undefined), all: Promise.resolve(undefined) };

/** Counts a request against its route's limits (docs/api-contract.md, "Limits"). */
export function countAgainstLimits(runtime: Runtime, request: CountedRequest): Counting {
  if (request.route.rateClass === 'login') return countLogin(runtime, request);
  // Those of users are not a key's, which only comes as far as this at the routes that take keys.
  if (request.caller && isKey(request.caller)) return UNCOUNTED;
  const only = countUser(runtime, request, request.caller);
  return { first: only, all: only };
}

async function countUser(
  runtime: Runtime,
  { route: { name, rateClass }, now }: CountedRequest,
  user: AuthenticatedUser | undefined,
): Promise<RateVerdict | undefined> {
  if (rateClass === 'none') return undefined;
  if (!user) throw new Error(`${name} is counted per user, but has none`);
  const limit = limitOf(rateClass, runtime.settings.rateLimits);
  return countRequest(runtime.table, { subject: `${rateClass}#${user.userId}`, limit, now });
}

/** Only the limit that applies is read: a function is given no other. */
function limitOf(rateClass: RateClass, limits: Settings['rateLimits']): number {
  return rateClass === 'auth' ? limits.authPerMinute : limits.apiPerMinute;
}

/**
 * Login counts per e-mail and address, then per address over all e-mails. One after the other, so that attempts
 * refused for one e-mail do not use up the address for the others behind it. Both windows end together: what the
 * first counter counted before the second refused lets nobody through less.
 */
function countLogin({ table, settings }: Runtime, { event, now }: CountedRequest): Counting {
  const { authPerMinute, loginPerAddressPerMinute } = settings.rateLimits;
  const subjects = loginSubjects({
    email: peekEmail(event),
    address: event.requestContext.identity.sourceIp,
  });
  const first = countRequest(table, { subject: subjects.pair, limit: authPerMinute, now });
  const countAddress = async (): Promise<RateVerdict> => {
    const pair = await first;
    if (!pair.allowed) return pair;
    const address = await countRequest(table, {
      subject: subjects.address,
      limit: loginPerAddressPerMinute,
      now,
    });
    return !address.allowed || address.remaining < pair.remaining ? address : pair;
  };
  return { first, all: countAddress() };
}

/** The e-mail before the body is validated; requests without a readable one share a counter. */
function peekEmail(event: APIGatewayProxyEvent): string {
  if ((event.body ?? '').length > MAXIMUM_BODY_BYTES) return '';
  try {
    const email: unknown = JSON.parse(event.body ?? '')?.email;
    return typeof email === 'string' ? email : '';
  } catch {
    return '';
  }
}
