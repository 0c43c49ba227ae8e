import { ApiError } from '../errors.ts';
import { idsCreated } from '../lists/id-range.ts';
import { type Extent, type Filter, type ListPlan, planList } from '../lists/plan.ts';
import { ALERT_SEVERITIES, ALERT_STATUSES, ALERTS, type AlertFilters, type AlertSeverity } from './alert.ts';

/**
 * A partition that holds open alerts only, or those of one device, is read this far at once when a filter remains: up to
 * that many of them, a page is one round trip. All of them are within what a page may read.
 */
const READ_AHEAD = 250;

/** So many partitions a page is merged of at most, and so many values a filter expression takes of a facet. */
const MAXIMUM_PARTITIONS = 200;
const MAXIMUM_VALUES = 100;

/**
 * Plans an alert list. What a page reads is bounded for every filter combination, because what is left to the
 * filter expression can only skip open alerts (active or acknowledged), of which a scope has few:
 *
 * - open statuses are read from the index of these, which holds open alerts only, and skip by type and severity;
 * - `resolved` with type or severity reads the index of these, and skips what is still open;
 * - `resolved` and an open status are read as if no status were given, and skip the other open one;
 * - of a device, open statuses are read from the index of these, too, and skip what is of other devices. Else the index of
 *   devices is read, and skips by type, by severity and by the sites in reach: never more than the alerts of that device.
 *
 * The status is no part of the type and severity keys: a list that does not ask for it must not lose an alert
 * that someone acknowledges while the page is read. Where a list is merged of partitions between which an alert can move, it
 * reads them in the order in which the alert does: acknowledged after active, a higher severity after a lower one. Reopening
 * leads back from resolved, which is a partition of its own only in lists of nothing else.
 *
 * A list of a device must be of one tenant: which one, `narrowToDevice` finds.
 *
 * Throws `too_many_values` where it would have to be merged of more partitions than a request can read.
 */
export function planAlertList(extent: Extent, filters: AlertFilters): ListPlan {
  const plan = { ...planByFacets(extent, filters), range: idsCreated(filters.since, filters.until) };
  const isTooWide = plan.rounds.flat().length > MAXIMUM_PARTITIONS;
  if (isTooWide || (filters.type?.length ?? 0) > MAXIMUM_VALUES) throw tooManyValues(filters);
  return plan;
}

function planByFacets(extent: Extent, filters: AlertFilters): ListPlan {
  const { type, device_id } = filters;
  const status = chosen(ALERT_STATUSES, filters.status);
  const severity = chosen(ALERT_SEVERITIES, filters.severity);
  const isOpen = status !== undefined && !status.includes('resolved');
  if (device_id !== undefined && !isOpen) {
    const filter = { status: one(status), type: one(type), severity: one(severity) };
    return planByDevice(extent, device_id, filter);
  }
  if (status === undefined) return planByTypeAndSeverity(extent, type, severity);
  const isSpecific = type !== undefined || severity !== undefined || device_id !== undefined;
  if (isOpen || (status.length === 1 && !isSpecific)) {
    const rounds = status.map((it) => [{ status: it }]);
    const filter = { type: one(type), severity: one(severity), device_id };
    const plan = planList(ALERTS, extent, 'status', rounds, filter);
    return isSpecific ? { ...plan, readAhead: READ_AHEAD } : plan;
  }
  const plan = { ...planByTypeAndSeverity(extent, type, severity), filter: { status: one(status) } };
  // While an alert is resolved it does not move between severities, so their partitions need no order.
  return status.length === 1 ? { ...plan, rounds: [plan.rounds.flat()] } : plan;
}

/** An alert keeps its site when its device moves: whoever reaches some sites only is shown the alerts of these. */
function planByDevice(extent: Extent, deviceId: string, filter: Filter): ListPlan {
  if (extent.kind !== 'tenant' && extent.kind !== 'assigned_sites') {
    throw new Error(`A list of ${extent.kind} cannot be one of a device`);
  }
  const siteIds = extent.kind === 'assigned_sites' ? extent.siteIds : undefined;
  if (siteIds?.length === 0) return planList(ALERTS, extent);
  const ofDevice = { kind: 'device', tenantId: extent.tenantId, deviceId } as const;
  const plan = planList(ALERTS, ofDevice, 'all', {}, { ...filter, site_id: one(siteIds) });
  const isSpecific = filter.type !== undefined || filter.severity !== undefined;
  return isSpecific ? { ...plan, readAhead: READ_AHEAD } : plan;
}

/** The severity of an open alert can be raised, and so each is a round of its own; a type never changes. */
function planByTypeAndSeverity(
  extent: Extent,
  types: readonly string[] | undefined,
  severities: readonly AlertSeverity[] | undefined,
): ListPlan {
  if (types === undefined) {
    if (severities === undefined) return planList(ALERTS, extent);
    const rounds = severities.map((severity) => [{ severity }]);
    return planList(ALERTS, extent, 'severity', rounds);
  }
  if (severities === undefined && extent.kind === 'assigned_sites') {
    return planList(ALERTS, extent, 'type', [types.map((type) => ({ type }))]);
  }
  // A type alone has an index of sites only: elsewhere it is merged of its severities.
  const rounds = (severities ?? ALERT_SEVERITIES).map((severity) =>
    types.map((type) => ({ type, severity })),
  );
  return planList(ALERTS, extent, 'type_severity', rounds);
}

/** The values that are asked for, in their own order; all of them are no filter. */
function chosen<T extends string>(
  all: readonly T[],
  asked: readonly T[] | undefined,
): readonly T[] | undefined {
  if (asked === undefined) return undefined;
  const values = all.filter((it) => asked.includes(it));
  return values.length === all.length ? undefined : values;
}

/** One value is compared, several are a choice. */
function one<T extends string>(values: readonly T[] | undefined): T | readonly T[] | undefined {
  return values?.length === 1 ? values[0] : values;
}

/** Says which filter to shorten: the one that multiplies the partitions most. */
function tooManyValues({ type = [], severity = [] }: AlertFilters): ApiError {
  const field = type.length >= severity.length ? 'type' : 'severity';
  const message = `The ${field} field must have fewer values, or the list cover fewer sites.`;
  return new ApiError('too_many_values', { fields: { [field]: [message] } });
}
