import { type Caller, isKey } from '../actor.ts';
import type { Settings } from '../lambda/settings.ts';
import { countRequest, type RateVerdict } from '../rate-limits/rate-counter.ts';
import { countInTenant } from '../rate-limits/tenant-share.ts';
import { LARGEST_REPORT } from '../reports/largest-report.ts';
import { peekField } from './json-body.ts';
import type { PipelineEvent } from './pipeline-state.ts';
import type { RateClass, Route } from './route.ts';

/** The parts of a tenant's limit for what clients do seldom: the methods have lower throttles (lib/cdk/api/throttling.ts). */
const TENANT_PARTS = { auth: 0.1, alert_action: 0.1, api: 1, report: 1 } as const;

type Counter = keyof typeof TENANT_PARTS;

/**
 * Counts a request against the limits of its caller and of the caller's tenant (docs/api-contract.md, "Limits"). Resolves to `undefined` if there is
 * no limit.
 */
export async function countAgainstLimit(
  { name, rateClass }: Route,
  event: PipelineEvent,
  caller: Caller | undefined,
): Promise<RateVerdict | undefined> {
  if (rateClass === 'none') return undefined;
  const { runtime, now } = event.state;
  const { table, settings } = runtime;
  if (!caller) throw new Error(`${name} is counted per caller, but has none`);
  const counter = counterOf(name, rateClass, caller);
  const tenant = {
    subject: `tenant-${counter}#${caller.tenantId}`,
    limit: Math.ceil(TENANT_PARTS[counter] * settings.tenantRequestsPerMinute),
    now,
  };
  return countInTenant(runtime, tenant, () => {
    if (!isKey(caller)) {
      return countRequest(table, {
        subject: `${counter}#${caller.userId}`,
        limit: limitOf(counter, settings),
        now,
      });
    }
    const limit = settings.keyEventsPerMinute;
    return countRequest(table, { subject: `key#${caller.keyId}`, limit, now, weight: countEvents(event) });
  });
}

/** Reports of a user count with the user's other requests: the devices of a tenant do not use up the limit of its users. */
function counterOf(name: string, rateClass: RateClass, caller: Caller): Counter {
  if (isKey(caller) && rateClass !== 'report') throw new Error(`${name} has no limit for keys`);
  if (rateClass === 'report') return isKey(caller) ? 'report' : 'api';
  if (rateClass === 'auth' || rateClass === 'alert_action') return rateClass;
  return 'api';
}

/** The number of events in a report that is not validated yet. An unreadable report counts as one event. */
function countEvents(event: PipelineEvent): number {
  const events = peekField(event, 'events');
  return Array.isArray(events) && events.length > 0 ? Math.min(events.length, LARGEST_REPORT) : 1;
}

/** Reads only the limit that applies: a function is given no other setting. */
function limitOf(counter: Counter, settings: Settings): number {
  return counter === 'auth' ? settings.authRequestsPerMinute : settings.apiRequestsPerMinute;
}
