import * as z from 'zod/mini';
import { type Caller, callerId } from '../base/actor.ts';
import { ApiError } from '../base/errors.ts';
import { idField, timestampInput } from '../base/fields.ts';
import { withMeta } from '../base/schema.ts';
import { formatTimestamp } from '../base/time.ts';
import { allOf, type Expression, expression } from '../table/expression.ts';
import { valuesFilter } from '../table/list-contract.ts';
import { idsCreated, type Page, type PageRequest } from '../table/list-page.ts';
import { type Extent, type Filter, type ListPlan, planList, roundsOf } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import type { Table } from '../table/table.ts';
import {
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  ALERT_TYPE_DESCRIPTION,
  ALERTS,
  type Alert,
  type AlertFilters,
  type AlertSeverity,
  type AlertStatus,
  alertSeverityField,
  alertStatusField,
  alertTypeField,
} from './alert.ts';
import { OPEN } from './alert-form.ts';

/** The caller, as the holder of alerts. */
const CALLER = 'me';

/** The query parameters that filter an alert list (docs/api-contract.md, "Alerts"). */
export const alertFilterFields = {
  // The description is repeated for the parameter, because the API reference does not show that of its schema.
  type: valuesFilter(alertTypeField, ALERT_TYPE_DESCRIPTION),
  severity: valuesFilter(alertSeverityField),
  status: valuesFilter(alertStatusField),
  device_id: withMeta(z.optional(idField), {
    description: 'Only alerts of this device. For a deleted device, a platform admin must add `tenant_id`.',
  }),
  acknowledged_by: withMeta(z.optional(z.union([z.literal(CALLER), idField])), {
    description:
      'Only alerts that this user has: acknowledged, and not resolved. `me` is the caller; an API key has none.',
  }),
  parked: withMeta(z.optional(z.enum(['true', 'false'])), {
    description:
      '`true`: only alerts that are parked now. `false`: only the others, which are the queue together with `status=active,acknowledged`.',
  }),
  since: withMeta(z.optional(timestampInput), {
    description: 'Only alerts created at this time or later, to the millisecond.',
  }),
  until: withMeta(z.optional(timestampInput), {
    description: 'Only alerts created before this time, to the millisecond.',
  }),
};

type AskedFilters = Omit<AlertFilters, 'parked'> & { readonly parked?: 'true' | 'false' | undefined };

/** The filters of a request, with the id of the caller in the place of `me`. */
export function filtersOf({ parked, ...filters }: AskedFilters, caller: Caller, now: Date): AlertFilters {
  return {
    ...filters,
    ...(filters.acknowledged_by === CALLER ? { acknowledged_by: callerId(caller) } : {}),
    ...(parked === undefined ? {} : { parked: { is: parked === 'true', at: formatTimestamp(now) } }),
  };
}

export function listAlerts(
  table: Table,
  extent: Extent,
  filters: AlertFilters,
  page: PageRequest,
): Promise<Page<Alert>> {
  return listEntities(table, ALERTS, planAlertList(extent, filters), page);
}

/**
 * The minimum number of alerts that the first read of a partition requests if a filter expression remains, for open alerts or
 * for one device. With no more alerts, a page takes one round trip.
 */
const READ_AHEAD = 250;

/**
 * The largest numbers of partitions for one page, and of values for one field in a filter expression. Open alerts have at most
 * three partitions more for each site of a caller.
 */
const MAXIMUM_PARTITIONS = 200;
const MAXIMUM_VALUES = 100;

/**
 * Plans an alert list. It reads the open alerts (active or acknowledged) first, then those that were resolved once, unless the
 * filters exclude one of them: an alert moves from the first to the second, and is in both after a reopening, so no list
 * misses one that is resolved during the read. The reads of a page are bounded for every combination of filters, because
 * filter expressions only skip open alerts, which are few:
 *
 * - Open alerts: reads them by status and skips by status, type, severity and device.
 * - The others: reads the index of their type and severity, or of all, and skips those that are open again.
 * - A device: reads its own index and skips by status, type, severity and site: never more than the alerts of that device.
 * - The whole list of a tenant: reads the table itself, which contains both.
 *
 * Alerts of the whole form (alert-form.ts) are in all of these indexes, by their own status. They move from active to
 * acknowledged, and to a higher severity while they are open: these partitions are read in that order.
 *
 * A list of a device needs the extent of one tenant: see `narrowToDevice`.
 *
 * Throws `too_many_values` if a page would need more partitions than a request can read.
 */
export function planAlertList(extent: Extent, filters: AlertFilters): ListPlan {
  const status = chosen(ALERT_STATUSES, filters.status);
  const severity = chosen(ALERT_SEVERITIES, filters.severity);
  const asked = { ...filters, status, severity };
  const isOfHolder = filters.acknowledged_by !== undefined || filters.parked?.is === true;
  const [rounds, others] = isOfHolder
    ? [roundsOfHolder(extent, asked), []]
    : [roundsOfOpen(extent, asked), roundsOfOthers(extent, asked)];
  const plan = {
    ...planList(ALERTS, extent, 'status', []),
    rounds: [...rounds, ...others],
    range: idsCreated(filters.since, filters.until),
    condition: filters.parked && isParkedOrNot(filters.parked),
  };
  const isTooWide = others.flat().length > MAXIMUM_PARTITIONS;
  if (isTooWide || (filters.type?.length ?? 0) > MAXIMUM_VALUES) throw tooManyValues(filters);
  return plan;
}

/** Compares as `loadAlert` does: a parking that another release left behind is over. */
function isParkedOrNot({ is, at }: NonNullable<AlertFilters['parked']>): Expression {
  const isParked = allOf(
    expression`#data.#status = ${'acknowledged'}`,
    expression`#data.#parked.#until > ${at}`,
    expression`#data.#parked.#since >= #data.#acknowledged_at`,
  );
  return is ? isParked : expression`NOT (${isParked})`;
}

type Rounds = ListPlan['rounds'];

/** The acknowledged alerts of which somebody asks for some. */
function roundsOfHolder(extent: Extent, { status, ...filters }: AlertFilters): Rounds {
  if (status !== undefined && !status.includes('acknowledged')) return [];
  return readOpen(extent, ['acknowledged'], filters);
}

/** The open alerts of a list, unless the partitions of the others contain them, too. */
function roundsOfOpen(extent: Extent, { status = ALERT_STATUSES, ...filters }: AlertFilters): Rounds {
  const open = status.filter((it) => it !== 'resolved');
  const isForAll = status.includes('resolved');
  if (open.length === 0 || (isForAll && isWholeTenant(extent, filters))) return [];
  return isForAll ? readDivided(extent, open, filters) : readOpen(extent, open, filters);
}

/** Reads open alerts of the divided form. */
function readDivided(extent: Extent, status: readonly AlertStatus[], filters: AlertFilters): Rounds {
  const plan = planList(ALERTS, extent, 'status', { status: OPEN }, openFilter(status, filters));
  return roundsOf({ ...plan, readAhead: isSpecific(filters) ? READ_AHEAD : 0 });
}

/**
 * Reads open alerts of both forms. Those of the whole form are few, and those of several sites are read from the partitions of
 * their tenant, so that they do not double the number of partitions.
 */
function readOpen(extent: Extent, status: readonly AlertStatus[], filters: AlertFilters): Rounds {
  const isOfSites = extent.kind === 'assigned_sites' && extent.siteIds.length > 1;
  const whole = planList(
    ALERTS,
    isOfSites ? { kind: 'tenant', tenantId: extent.tenantId } : extent,
    'status',
    status.map((it) => [{ status: it }]),
    {
      ...openFilter(status, filters),
      status: undefined,
      ...(isOfSites ? { site_id: one(extent.siteIds) } : {}),
    },
  );
  const rounds = roundsOf({ ...whole, readAhead: isOfSites || isSpecific(filters) ? READ_AHEAD : 0 });
  const divided = readDivided(extent, status, filters).flat();
  return [...rounds.slice(0, -1), [...rounds.slice(-1).flat(), ...divided]];
}

function openFilter(
  status: readonly AlertStatus[],
  { type, severity, device_id, acknowledged_by }: AlertFilters,
): Filter {
  return {
    status: status.length === 1 ? one(status) : undefined,
    type: one(type),
    severity: one(severity),
    device_id,
    acknowledged_by,
  };
}

const isSpecific = ({ type, severity, device_id, acknowledged_by, parked }: AlertFilters) =>
  [type, severity, device_id, acknowledged_by].some((it) => it !== undefined) || parked?.is === true;

const isWholeTenant = (extent: Extent, { type, severity, device_id }: AlertFilters) =>
  extent.kind === 'tenant' && [type, severity, device_id].every((it) => it === undefined);

/** The alerts that were resolved once, and those of the whole form, if the list can have any. */
function roundsOfOthers(extent: Extent, { status, type, severity, device_id }: AlertFilters): Rounds {
  if (status !== undefined && !status.includes('resolved')) return [];
  if (device_id !== undefined) {
    const filter = { status: one(status), type: one(type), severity: one(severity) };
    return roundsOf(planByDevice(extent, device_id, filter));
  }
  const isForResolved = status?.length === 1;
  // In the table this list would skip every open alert of the tenant, and no index has all others.
  const isMerged = isForResolved && isWholeTenant(extent, { type, severity });
  const severities = isMerged ? ALERT_SEVERITIES : severity;
  const plan = { ...planByTypeAndSeverity(extent, type, severities), filter: { status: one(status) } };
  // A resolved alert does not change its severity, so the partitions may be read in any order.
  return roundsOf(isForResolved ? { ...plan, rounds: [plan.rounds.flat()] } : plan);
}

/**
 * Plans a list of a device. For callers with assigned sites it also filters by site, because an alert keeps its site when
 * its device moves.
 */
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

/**
 * Each severity has a separate round, because the severity of an open alert of the whole form can rise. A type needs none,
 * because it never changes.
 */
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
  // Only sites have an index by type alone: other extents merge the severities of the type.
  const rounds = (severities ?? ALERT_SEVERITIES).map((severity) =>
    types.map((type) => ({ type, severity })),
  );
  return planList(ALERTS, extent, 'type_severity', rounds);
}

/** The requested values in the order of `all`; `undefined` if these are all values. */
function chosen<T extends string>(
  all: readonly T[],
  asked: readonly T[] | undefined,
): readonly T[] | undefined {
  if (asked === undefined) return undefined;
  const values = all.filter((it) => asked.includes(it));
  return values.length === all.length ? undefined : values;
}

function one<T extends string>(values: readonly T[] | undefined): T | readonly T[] | undefined {
  return values?.length === 1 ? values[0] : values;
}

/** Makes the error that names the filter with the most values, because shortening that filter helps most. */
function tooManyValues({ type = [], severity = [] }: AlertFilters): ApiError {
  const field = type.length >= severity.length ? 'type' : 'severity';
  const message = `The ${field} field must have fewer values, or the list cover fewer sites.`;
  return new ApiError('too_many_values', { fields: { [field]: [message] } });
}
