import { type Caller, isKey, type TenantSize } from '../base/actor.ts';
import { REQUEST_KINDS, type RequestKind, type SettingName, type Settings } from '../lambda/settings.ts';
import { countRequest, type RateVerdict } from '../limits/rate-counter.ts';
import { countInTenant } from '../limits/tenant-share.ts';
import { LARGEST_REPORT } from '../reports/largest-report.ts';
import type { LimitedTenant, Tenant } from '../tenants/tenant.ts';
import { peekField } from './json-body.ts';
import type { PipelineEvent } from './pipeline-state.ts';
import type { RateClass, Route } from './route.ts';

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
  if (isKey(caller) && rateClass !== 'report' && rateClass !== 'api') {
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

function countForCaller(rateClass: RateClass, event: PipelineEvent, caller: Caller): Promise<RateVerdict> {
  const { runtime, now } = event.state;
  const { table, settings } = runtime;
  if (isKey(caller) && rateClass === 'report') {
    const events = eventsOf(event);
    const limit = limitOfEvents(events, settings);
    return countRequest(table, { subject: `key#${caller.keyId}`, limit, now, weight: countEvents(events) });
  }
  const limit = limitOf(rateClass, settings);
  if (isKey(caller)) return countRequest(table, { subject: `key#${caller.keyId}`, limit, now });
  const counter = rateClass === 'report' ? 'api' : rateClass;
  return countRequest(table, { subject: `${counter}#${caller.userId}`, limit, now });
}

/** The events of a report that is not validated yet. */
function eventsOf(event: PipelineEvent): readonly unknown[] {
  const events = peekField(event, 'events');
  return Array.isArray(events) ? events : [];
}

/** An unreadable report counts as one event. */
const countEvents = (events: readonly unknown[]) => Math.min(Math.max(events.length, 1), LARGEST_REPORT);

/** The last tenth of a key's events is kept for reports with an urgent event, so that no flood of others stops it. */
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

/** Whether an event that is not validated yet raises a critical alert, panic or fire. It errs on the side of urgency. */
function isUrgent(event: unknown): boolean {
  if (typeof event !== 'object' || event === null) return false;
  const wordOf = (name: string): unknown => {
    const value: unknown = Reflect.get(event, name);
    return typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  };
  if (QUIET_ACTIONS.includes(wordOf('action'))) return false;
  return wordOf('severity') === 'critical' || URGENT_TYPES.includes(wordOf('type'));
}

/** Reads only the limit that applies, because a function is given no other setting. */
function limitOf(rateClass: RateClass, settings: Settings): number {
  return rateClass === 'auth' ? settings.authRequestsPerMinute : settings.apiRequestsPerMinute;
}

/** The kind of a request with a credential. */
export function requestKindOf({
  isPolled,
  opensScreens,
  rateClass,
  access,
}: Pick<Route, 'isPolled' | 'opensScreens' | 'rateClass' | 'access'>): RequestKind {
  if (rateClass === 'report' || rateClass === 'auth') return rateClass;
  if (isPolled) return 'polled';
  if (opensScreens) return 'start';
  return access.startsWith('alerts:') ? 'alert' : 'other';
}

/** The parts of `tenantRequestsPerMinute` that every tenant has, however few people. */
const DIVISORS: Readonly<Record<RequestKind, number>> = {
  polled: 1,
  report: 1,
  auth: 10,
  start: 15,
  alert: 20,
  other: 75,
};

/**
 * The limit of one tenant's requests per minute to a method of a kind. It protects the other tenants, so it suffices for the
 * limits of all the tenant's people and keys, as far as that is half of the method's throttle. A platform admin may raise it
 * to the throttle.
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

/** The limit of each caller of a kind of methods. A key may send each of its events in a report of its own. */
const CALLER_LIMITS: Readonly<Record<RequestKind, CallerLimit>> = {
  polled: 'apiRequestsPerMinute',
  report: 'keyEventsPerMinute',
  auth: 'authRequestsPerMinute',
  start: 'apiRequestsPerMinute',
  alert: 'apiRequestsPerMinute',
  other: 'apiRequestsPerMinute',
};

/** The settings that every limit of a tenant follows from. */
export const TENANT_LIMIT_SETTINGS: readonly SettingName[] = [
  'GUARD_RATE_LIMIT_API',
  'GUARD_RATE_LIMIT_AUTH',
  'GUARD_RATE_LIMIT_KEY_EVENTS',
  'GUARD_RATE_LIMIT_TENANT',
  'GUARD_THROTTLES',
];

/** A tenant with its limits. */
export function withLimits(tenant: Tenant, children: number, settings: Settings): LimitedTenant {
  const size = { tenantChildren: children, tenantRequestsPerMinute: tenant.requests_per_minute ?? undefined };
  const limits = REQUEST_KINDS.map((kind) => [kind, tenantLimitOf(kind, settings, size)]);
  return { ...tenant, request_limits: Object.fromEntries(limits) as LimitedTenant['request_limits'] };
}
