import type { TenantSize } from '../actor.ts';
import { REQUEST_KINDS, type RequestKind, type SettingName, type Settings } from '../lambda/settings.ts';
import type { LimitedTenant, Tenant } from '../tenants/tenant.ts';
import type { Route } from './route.ts';

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
