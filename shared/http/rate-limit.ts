import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { AuthenticatedUser } from '../actor.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { Settings } from '../lambda/settings.ts';
import { loginSubjects } from '../rate-limits/login-subjects.ts';
import { countRequest, type RateVerdict } from '../rate-limits/rate-counter.ts';
import { MAXIMUM_BODY_BYTES } from './json-body.ts';
import type { RateClass, Route } from './route.ts';

interface CountedRequest {
  readonly route: Route;
  readonly event: APIGatewayProxyEvent;
  readonly caller: AuthenticatedUser | undefined;
  readonly now: Date;
}

/** Counts a request against its route's limit (docs/api-contract.md, "Limits"); `undefined` where none applies. */
export async function countAgainstLimit(
  runtime: Runtime,
  request: CountedRequest,
): Promise<RateVerdict | undefined> {
  const { route, caller } = request;
  if (route.rateClass === 'none') return undefined;
  if (route.rateClass === 'login') return countLogin(runtime, request);
  if (!caller) throw new Error(`${route.name} is counted per user, but has none`);
  return countRequest(runtime.table, {
    subject: `${route.rateClass}#${caller.userId}`,
    limit: limitOf(route.rateClass, runtime.settings.rateLimits),
    now: request.now,
  });
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
async function countLogin(runtime: Runtime, { event, now }: CountedRequest): Promise<RateVerdict> {
  const { authPerMinute, loginPerAddressPerMinute } = runtime.settings.rateLimits;
  const subjects = loginSubjects({
    email: peekEmail(event),
    address: event.requestContext.identity.sourceIp,
  });
  const pair = await countRequest(runtime.table, { subject: subjects.pair, limit: authPerMinute, now });
  if (!pair.allowed) return pair;
  const address = await countRequest(runtime.table, {
    subject: subjects.address,
    limit: loginPerAddressPerMinute,
    now,
  });
  return !address.allowed || address.remaining < pair.remaining ? address : pair;
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
