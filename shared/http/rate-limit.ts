import { type Caller, isKey } from '../actor.ts';
import type { Settings } from '../lambda/settings.ts';
import { countRequest, type RateVerdict } from '../rate-limits/rate-counter.ts';
import { countInTenant } from '../rate-limits/tenant-share.ts';
import { LARGEST_REPORT } from '../reports/largest-report.ts';
import { peekField } from './json-body.ts';
import type { PipelineEvent } from './pipeline-state.ts';
import type { RateClass, Route } from './route.ts';
import { requestKindOf, tenantLimitOf } from './tenant-limits.ts';

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
