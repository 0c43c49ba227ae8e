import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Caller, isKey } from '../actor.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { Settings } from '../lambda/settings.ts';
import { loginSubjects } from '../rate-limits/login-subjects.ts';
import { countRequest, type RateVerdict } from '../rate-limits/rate-counter.ts';
import { LARGEST_REPORT } from '../reports/largest-report.ts';
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

/** Counts a request against its route's limits (docs/api-contract.md, "Limits"). */
export function countAgainstLimits(runtime: Runtime, request: CountedRequest): Counting {
  if (request.route.rateClass === 'login') return countLogin(runtime, request);
  const only = countCaller(runtime, request);
  return { first: only, all: only };
}

async function countCaller(
  runtime: Runtime,
  { route: { name, rateClass }, event, caller, now }: CountedRequest,
): Promise<RateVerdict | undefined> {
  if (rateClass === 'none') return undefined;
  const { table, settings } = runtime;
  if (!caller) throw new Error(`${name} is counted per caller, but has none`);
  if (isKey(caller)) {
    if (rateClass !== 'report') throw new Error(`${name} has no limit for keys`);
    const limit = settings.keyEventsPerMinute;
    return countRequest(table, { subject: `key#${caller.keyId}`, limit, now, weight: peekEvents(event) });
  }
  const limit = limitOf(rateClass, settings);
  const counter = rateClass === 'report' ? 'api' : rateClass;
  return countRequest(table, { subject: `${counter}#${caller.userId}`, limit, now });
}

/** How many events a report holds, before it is validated; one that cannot be read counts as one. */
function peekEvents(event: APIGatewayProxyEvent): number {
  const { events } = peekBody(event);
  return Array.isArray(events) && events.length > 0 ? Math.min(events.length, LARGEST_REPORT) : 1;
}

/** Only the limit that applies is read: a function is given no other. */
function limitOf(rateClass: RateClass, settings: Settings): number {
  return rateClass === 'auth' ? settings.authRequestsPerMinute : settings.apiRequestsPerMinute;
}

/**
 * Login counts per e-mail and address, then per address over all e-mails. One after the other, so that attempts
 * refused for one e-mail do not use up the address for the others behind it. Both windows end together: what the
 * first counter counted before the second refused lets nobody through less.
 */
function countLogin({ table, settings }: Runtime, { event, now }: CountedRequest): Counting {
  const { authRequestsPerMinute, loginRequestsPerAddressPerMinute } = settings;
  const subjects = loginSubjects({
    email: peekEmail(event),
    address: event.requestContext.identity.sourceIp,
  });
  const first = countRequest(table, { subject: subjects.pair, limit: authRequestsPerMinute, now });
  const countAddress = async (): Promise<RateVerdict> => {
    const pair = await first;
    if (!pair.allowed) return pair;
    const address = await countRequest(table, {
      subject: subjects.address,
      limit: loginRequestsPerAddressPerMinute,
      now,
    });
    return !address.allowed || address.remaining < pair.remaining ? address : pair;
  };
  return { first, all: countAddress() };
}

/** The e-mail before the body is validated; requests without a readable one share a counter. */
function peekEmail(event: APIGatewayProxyEvent): string {
  const { email } = peekBody(event);
  return typeof email === 'string' ? email : '';
}

/** The body before it is validated; of one that is no object, or too large, nothing. */
function peekBody({ body, isBase64Encoded }: APIGatewayProxyEvent): Readonly<Record<string, unknown>> {
  if (!body || isBase64Encoded || body.length > MAXIMUM_BODY_BYTES) return {};
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
