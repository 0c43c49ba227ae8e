import { type Caller, isKey, type TenantSize } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import type { CountedMessage } from '../inbound/take-messages.ts';
import { REQUEST_KINDS, type RequestKind, type SettingName, type Settings } from '../lambda/settings.ts';
import { countLogin } from '../limits/guesses.ts';
import { countRequest, type RateVerdict, tooManyRequests } from '../limits/rate-counter.ts';
import { countInTenant } from '../limits/tenant-share.ts';
import { LARGEST_REPORT } from '../reports/largest-report.ts';
import type { Tenant } from '../tenants/tenant.ts';
import type { LimitedTenant } from '../tenants/tenant-contract.ts';
import { peekField } from './json-body.ts';
import type { PipelineEvent } from './pipeline-state.ts';
import type { RateClass, Route } from './route.ts';

/**
 * The rate gate: lets a request pass that its limits allow, and answers 429 to every other one. The response shows the limit
 * in both cases. What limits others, such as codes and invitations, throws the same error by `countOrRefuse`.
 */
export function passRateGate({ state }: PipelineEvent, verdict: RateVerdict | undefined): void {
  state.rate = verdict;
  if (verdict && !verdict.allowed) throw tooManyRequests(verdict);
}

/**
 * Counts a request of somebody who is not signed in as a login: first by a field of its body together with the address, then by
 * the address alone. A request that cannot guess a password is `isKnown`, which has a higher limit.
 */
export async function countSignedOut(event: PipelineEvent, field: string, isKnown = false): Promise<void> {
  const { runtime, now } = event.state;
  const address = event.requestContext.identity.sourceIp;
  const counted = { email: peekText(event, field), address, now, isKnown };
  passRateGate(event, await countLogin(runtime, counted).all);
}

/** A text of the body, before the body is validated. Requests in which it is unreadable share a counter. */
export function peekText(event: PipelineEvent, field: string): string {
  const value = peekField(event, field);
  return typeof value === 'string' ? value : '';
}

/** The limits that API keys have. */
const OF_KEYS: readonly RateClass[] = ['report', 'api', 'alert_action'];

/**
 * Counts a request against the limits of its caller and of the caller's tenant (docs/api-contract.md, "Limits"). Resolves to
 * `undefined` if there is no limit.
 */
export async function countAgainstLimit(
  route: Route,
  event: PipelineEvent,
  caller: Caller | undefined,
): Promise<RateVerdict | undefined> {
  const { name, rateClass } = route;
  if (rateClass === 'none') return undefined;
  const { runtime, now, metrics } = event.state;
  if (!caller) throw new Error(`${name} is counted per caller, but has none`);
  if (isKey(caller) && !OF_KEYS.includes(rateClass)) {
    throw new Error(`${name} has no limit for keys`);
  }
  const limit = tenantLimitOf(requestKindOf(route), runtime.settings, caller);
  const tenant = { subject: `tenant-${name}#${caller.tenantId}`, limit, now };
  const { verdict, isNear } = await countInTenant(runtime, tenant, () =>
    countForCaller(rateClass, event, caller),
  );
  if (isNear) {
    metrics.push({ name: 'TenantsNearLimit', value: 1 });
    runtime.logger.info('A tenant has used most of its limit', {
      tenant_id: caller.tenantId,
      endpoint: name,
      limit,
    });
  }
  return verdict;
}

/** What counts a message: the state of its request, or that of a broker. */
interface InboundCounting extends Pick<PipelineEvent['state'], 'now' | 'metrics'> {
  readonly runtime: Pick<PipelineEvent['state']['runtime'], 'table' | 'settings'>;
}

/**
 * Counts a message to an inbound address as events of a key, against the limits of the address and of its tenant. Throws
 * `inbound_limit_reached`. The last tenth is kept for urgent ones.
 */
export async function countInbound(
  { runtime, now, metrics }: InboundCounting,
  { deviceId, tenantId }: { readonly deviceId: string; readonly tenantId: string },
  { weight, isUrgent: isOfLives, ...size }: CountedMessage,
): Promise<void> {
  const { keyEventsPerMinute: whole } = runtime.settings;
  const limit = isOfLives ? whole : whole - Math.floor(whole / 10);
  // A request and a publication count together, so the name is that of the endpoint for both.
  const subject = `tenant-receive-inbound-message#${tenantId}`;
  const tenant = { subject, limit: tenantLimitOf('report', runtime.settings, size), now };
  const { verdict, isNear } = await countInTenant(runtime, tenant, () =>
    countRequest(runtime.table, {
      subject: `inbound#${deviceId}`,
      limit,
      now,
      weight: Math.min(weight, LARGEST_REPORT),
    }),
  );
  if (isNear) metrics.push({ name: 'TenantsNearLimit', value: 1 });
  if (verdict.allowed) return;
  const headers = { 'Retry-After': String(verdict.retryAfterSeconds) };
  throw new ApiError('inbound_limit_reached', { headers });
}

function countForCaller(rateClass: RateClass, event: PipelineEvent, caller: Caller): Promise<RateVerdict> {
  const { runtime, now } = event.state;
  const { table, settings } = runtime;
  if (isKey(caller) && rateClass === 'report') {
    const events = eventsOf(event);
    const limit = limitOfEvents(events, settings);
    return countRequest(table, { subject: `key#${caller.keyId}`, limit, now, weight: countEvents(events) });
  }
  const limit = limitOf(rateClass, settings);
  if (isKey(caller)) {
    // A key that reports counts its events as `key`, which may be far more.
    const counter = rateClass === 'api' ? 'key' : rateClass;
    return countRequest(table, { subject: `${counter}#${caller.keyId}`, limit, now });
  }
  const counter = rateClass === 'report' ? 'api' : rateClass;
  return countRequest(table, { subject: `${counter}#${caller.userId}`, limit, now });
}

/** The events of a report, before it is validated. */
function eventsOf(event: PipelineEvent): readonly unknown[] {
  const events = peekField(event, 'events');
  return Array.isArray(events) ? events : [];
}

/** How many events a report counts as; an unreadable report counts as one. */
const countEvents = (events: readonly unknown[]) => Math.min(Math.max(events.length, 1), LARGEST_REPORT);

/**
 * The limit of an API key's events. The last tenth is kept for reports with an urgent event, so that a flood of other events
 * does not stop these.
 */
function limitOfEvents(
  events: readonly unknown[],
  { keyEventsPerMinute }: Pick<Settings, 'keyEventsPerMinute'>,
): number {
  return events.some(isUrgent)
    ? keyEventsPerMinute
    : keyEventsPerMinute - Math.floor(keyEventsPerMinute / 10);
}

const URGENT_TYPES: readonly unknown[] = ['panic', 'fire'];
const QUIET_ACTIONS: readonly unknown[] = ['resolve', 'heartbeat'];

/** Whether an event, before it is validated, raises a critical alert, panic or fire. In doubt it does. */
function isUrgent(event: unknown): boolean {
  if (typeof event !== 'object' || event === null) return false;
  const wordOf = (name: string): unknown => {
    const value: unknown = Reflect.get(event, name);
    return typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  };
  if (QUIET_ACTIONS.includes(wordOf('action'))) return false;
  return wordOf('severity') === 'critical' || URGENT_TYPES.includes(wordOf('type'));
}

/** Reads only the setting of the limit that applies, because the function gets no other. */
function limitOf(rateClass: RateClass, settings: Settings): number {
  return rateClass === 'auth' ? settings.authRequestsPerMinute : settings.apiRequestsPerMinute;
}

/** The kind of request, which decides about its limits. */
export function requestKindOf({
  isPolled,
  opensScreens,
  rateClass,
  access,
}: Pick<Route, 'isPolled' | 'opensScreens' | 'rateClass' | 'access'>): RequestKind {
  if (rateClass === 'report' || rateClass === 'auth') return rateClass;
  if (rateClass === 'inbound') return 'report';
  if (isPolled) return 'polled';
  if (opensScreens) return 'start';
  return access.startsWith('alerts:') ? 'alert' : 'other';
}

/** By what `tenantRequestsPerMinute` is divided for the limit that even the smallest tenant has, for each kind of request. */
const DIVISORS: Readonly<Record<RequestKind, number>> = {
  polled: 1,
  report: 1,
  auth: 10,
  start: 15,
  alert: 20,
  other: 75,
};

/**
 * Returns how many requests of a kind one tenant may send per minute to a method. The limit protects the other tenants. It is
 * enough for all people and API keys of the tenant at their own limits, but at most half of the method's throttle. A platform
 * admin may raise it up to the throttle.
 */
export function tenantLimitOf(
  kind: RequestKind,
  settings: Pick<Settings, 'tenantRequestsPerMinute' | 'throttles' | CallerLimit>,
  { tenantChildren = Number.POSITIVE_INFINITY, tenantRequestsPerMinute: raised = 0 }: TenantSize,
): number {
  const throttle = settings.throttles[kind];
  const promised = tenantChildren * settings[CALLER_LIMITS[kind]];
  const own = Math.max(settings.tenantRequestsPerMinute / DIVISORS[kind], promised);
  return Math.max(1, Math.floor(Math.min(throttle, Math.max(raised, Math.min(own, throttle / 2)))));
}

type CallerLimit = 'apiRequestsPerMinute' | 'authRequestsPerMinute' | 'keyEventsPerMinute';

/**
 * The setting with each caller's limit, by the kind of request. An API key may send each of its events in a separate report.
 */
const CALLER_LIMITS: Readonly<Record<RequestKind, CallerLimit>> = {
  polled: 'apiRequestsPerMinute',
  report: 'keyEventsPerMinute',
  auth: 'authRequestsPerMinute',
  start: 'apiRequestsPerMinute',
  alert: 'apiRequestsPerMinute',
  other: 'apiRequestsPerMinute',
};

/** The settings from which the limits of a tenant are computed. */
export const TENANT_LIMIT_SETTINGS: readonly SettingName[] = [
  'GUARD_RATE_LIMIT_API',
  'GUARD_RATE_LIMIT_AUTH',
  'GUARD_RATE_LIMIT_KEY_EVENTS',
  'GUARD_RATE_LIMIT_TENANT',
  'GUARD_THROTTLES',
];

/** Shows a tenant with its limits. */
export function withLimits(tenant: Tenant, children: number, settings: Settings): LimitedTenant {
  const size = { tenantChildren: children, tenantRequestsPerMinute: tenant.requests_per_minute ?? undefined };
  const limits = REQUEST_KINDS.map((kind) => [kind, tenantLimitOf(kind, settings, size)]);
  return { ...tenant, request_limits: Object.fromEntries(limits) as LimitedTenant['request_limits'] };
}
