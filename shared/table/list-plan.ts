import type { AssignedScope, Scope } from '../base/access.ts';
import type { IndexName } from './definition.ts';
import type { Expression } from './expression.ts';
import {
  type Division,
  type Facets,
  type IndexScope,
  indexName,
  indexPartition,
  PLATFORM_SHARDS,
} from './index-keys.ts';
import { tenantPartition } from './keys.ts';
import type { KindKeys } from './kind.ts';
import type { IdRange } from './list-page.ts';

/** The extent of a list: everything, one tenant, some of its sites, one device, or the entries under one entity. */
export type Extent =
  | Exclude<Scope, AssignedScope>
  | Omit<AssignedScope, 'userId'>
  | { readonly kind: 'device'; readonly tenantId: string; readonly deviceId: string }
  | { readonly kind: 'under'; readonly tenantId: string; readonly id: string };

export function siteExtent(site: { readonly id: string; readonly tenant_id: string }): Extent {
  return { kind: 'assigned_sites', tenantId: site.tenant_id, siteIds: [site.id] };
}

/** A partition to read: of an index, or of the table for a tenant's whole list and for entries under an entity. */
export interface Partition {
  readonly index: IndexName | undefined;
  readonly value: string;
  /** The prefix of the sort keys in the table. Unused if an index is read. */
  readonly prefix: string;
  /** What replaces the filter and the minimum of the plan in this partition. */
  readonly skipping?: Skipping;
}

/** How a partition is read that also contains other entities. */
interface Skipping {
  readonly filter: Filter;
  /** The minimum number of items that a read requests; 0 for no minimum. */
  readonly readAhead: number;
}

/**
 * The filter expression, for fields that are not part of a key. Each field has one value or several alternatives; a boolean
 * says whether the field must be stored at all.
 */
export type Filter = {
  readonly [F in keyof Facets | 'site_id' | 'device_id' | 'acknowledged_by' | 'heartbeat_seconds']?:
    | string
    | readonly string[]
    | boolean
    | undefined;
};

export interface ListPlan {
  /**
   * The partitions to merge. Partitions of one round are read in parallel; rounds are read in sequence. So a list never
   * misses an entry that moves only to later rounds.
   */
  readonly rounds: readonly (readonly Partition[])[];
  readonly filter: Filter;
  /** A further condition of the filter expression. */
  readonly condition?: Expression | undefined;
  readonly range: IdRange;
  /** The minimum number of items that a filtered read requests, if that is more than the page has; 0 for no minimum. */
  readonly readAhead: number;
}

/**
 * Plans a list that reads one division of an index and leaves the other fields to `filter`. Several values are merged, in
 * rounds. If an entity can move between values, put these into rounds in the order of the moves.
 */
export function planList(
  kind: KindKeys,
  extent: Extent,
  division: Division = 'all',
  facets: Facets | readonly (readonly Facets[])[] = {},
  filter: Filter = {},
): ListPlan {
  if (extent.kind === 'under') {
    const partition = {
      index: undefined,
      value: tenantPartition(extent.tenantId),
      prefix: kind.prefix(extent.id),
    };
    return { rounds: [[partition]], filter, range: {}, readAhead: 0 };
  }
  const indexScopes = indexScopesOf(extent);
  const rounds = isOne(facets) ? [[facets]] : facets;
  return {
    rounds: rounds.map((round) =>
      indexScopes.flatMap((indexScope) =>
        round.map((each) => planPartition(kind, indexScope, division, each)),
      ),
    ),
    filter,
    range: {},
    readAhead: 0,
  };
}

/** The partitions of a plan with its filter and minimum, to be joined with those of other plans. */
export function roundsOf({ rounds, filter, readAhead }: ListPlan): ListPlan['rounds'] {
  return rounds.map((round) => round.map((it) => ({ ...it, skipping: { filter, readAhead } })));
}

function isOne(facets: Facets | readonly (readonly Facets[])[]): facets is Facets {
  return !Array.isArray(facets);
}

function planPartition(
  kind: KindKeys,
  indexScope: IndexScope,
  division: Division,
  facets: Facets,
): Partition {
  const prefix = kind.prefix();
  if (kind.indexes[indexScope.kind]?.includes(division)) {
    const value = indexPartition(kind.name, indexScope, division, facets);
    if (value === undefined) throw new Error(`No ${division} to divide ${kind.name} by`);
    return { index: indexName(indexScope.kind, division), value, prefix };
  }
  if (indexScope.kind === 'tenant' && division === 'all') {
    return { index: undefined, value: tenantPartition(indexScope.tenantId), prefix };
  }
  throw new Error(`${kind.name} is not in ${indexName(indexScope.kind, division)}`);
}

/**
 * Plans a list with a filter for type, status or both. Index keys decide both of them, because the index of type and severity
 * contains kinds other than alerts by type and status.
 */
export function planByTypeAndStatus(
  kind: KindKeys,
  extent: Extent,
  { type, status }: { type?: string | undefined; status?: string | undefined },
): ListPlan {
  if (type !== undefined && status !== undefined) {
    return planList(kind, extent, 'type_severity', { type, status });
  }
  if (type !== undefined) return planList(kind, extent, 'type', { type });
  return planList(kind, extent, status === undefined ? 'all' : 'status', { status });
}

function indexScopesOf(extent: Exclude<Extent, { kind: 'under' }>): IndexScope[] {
  switch (extent.kind) {
    case 'platform':
      return Array.from({ length: PLATFORM_SHARDS }, (_, shard) => ({ kind: 'platform', shard }));
    case 'tenant':
      return [{ kind: 'tenant', tenantId: extent.tenantId }];
    case 'device':
      return [extent];
    case 'assigned_sites':
      return extent.siteIds.map((siteId) => ({ kind: 'site', tenantId: extent.tenantId, siteId }));
  }
}
