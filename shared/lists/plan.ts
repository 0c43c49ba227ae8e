import type { AssignedReach, Reach } from '../access.ts';
import type { AlertFilters } from '../alerts/alert.ts';
import type { IndexName } from '../table/definition.ts';
import {
  type Division,
  type Facets,
  indexName,
  indexPartition,
  type ListedKind,
  PLATFORM_SHARDS,
  type Scope,
  tenantPartition,
} from '../table/keys.ts';

/** What a list covers: everything, one tenant or some of its sites. */
export type Extent = Exclude<Reach, AssignedReach> | Omit<AssignedReach, 'userId'>;

/** The extent of one site. */
export function siteExtent(site: { readonly id: string; readonly tenant_id: string }): Extent {
  return { kind: 'assigned_sites', tenantId: site.tenant_id, siteIds: [site.id] };
}

/** One partition to read: of an index, or of the table itself for a tenant's whole list. */
export interface Partition {
  readonly kind: ListedKind;
  readonly index: IndexName | undefined;
  readonly value: string;
}

/**
 * How to read a list: the partitions to merge, and the facets that no key decides and a filter expression must.
 */
export interface ListPlan {
  readonly partitions: readonly Partition[];
  readonly filter: Facets;
  /** How many items a filtered read begins with where that is more than the page; 0 where it must not be. */
  readonly readAhead: number;
}

/**
 * A partition that holds open alerts only is read this far at once when a filter remains: up to that many of them,
 * a page is one round trip. All of them are within what a page may read.
 */
const OPEN_READ_AHEAD = 250;

/**
 * Plans an alert list. What a page reads is bounded for every filter combination, because what is left to the
 * filter expression can only skip open alerts (active or acknowledged), of which a scope has few:
 *
 * - an open status with type or severity reads the index of that status, which holds open alerts only;
 * - `resolved` with type or severity reads the index of these, and skips what is still open.
 *
 * The status is no part of the type and severity keys: a list that does not ask for it must not lose an alert
 * that someone acknowledges while the page is read.
 */
export function planAlertList(extent: Extent, filters: AlertFilters): ListPlan {
  const { status, type, severity } = filters;
  const specific: Division | undefined =
    type !== undefined && severity !== undefined
      ? 'type_severity'
      : type !== undefined
        ? 'type'
        : severity !== undefined
          ? 'severity'
          : undefined;
  if (status !== undefined && (specific === undefined || status !== 'resolved')) {
    const plan = planList('ALERT', extent, 'status', filters, { type, severity });
    return specific === undefined ? plan : { ...plan, readAhead: OPEN_READ_AHEAD };
  }
  return planList('ALERT', extent, specific, filters, { status });
}

/** Plans a list that is divided by at most one division, the rest left to `filter`. */
export function planList(
  kind: ListedKind,
  extent: Extent,
  division: Division | undefined,
  facets: Facets,
  filter: Facets = {},
): ListPlan {
  const partitions = scopesOf(extent).map((scope): Partition => {
    const index = indexName(scope.kind, division);
    const value = index ? indexPartition(kind, scope, division, facets) : tableScope(scope);
    if (value === undefined) throw new Error(`No ${division} to divide ${kind} by`);
    return { kind, index, value };
  });
  return { partitions, filter, readAhead: 0 };
}

/**
 * Plans a list that is filtered by type and status, each alone or both. All are keys: the index that divides alerts
 * by type and severity divides the other kinds by type and status.
 */
export function planByTypeAndStatus(
  kind: ListedKind,
  extent: Extent,
  { type, status }: { type?: string | undefined; status?: string | undefined },
): ListPlan {
  if (type !== undefined && status !== undefined) {
    return planList(kind, extent, 'type_severity', { type, status });
  }
  if (type !== undefined) return planList(kind, extent, 'type', { type });
  return planList(kind, extent, status === undefined ? undefined : 'status', { status });
}

function scopesOf(extent: Extent): Scope[] {
  switch (extent.kind) {
    case 'platform':
      return Array.from({ length: PLATFORM_SHARDS }, (_, shard) => ({ kind: 'platform', shard }));
    case 'tenant':
      return [{ kind: 'tenant', tenantId: extent.tenantId }];
    case 'assigned_sites':
      return extent.siteIds.map((siteId) => ({ kind: 'site', tenantId: extent.tenantId, siteId }));
  }
}

function tableScope(scope: Scope): string | undefined {
  return scope.kind === 'tenant' ? tenantPartition(scope.tenantId) : undefined;
}
