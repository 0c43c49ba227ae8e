import type { AssignedScope, Scope } from '../access.ts';
import type { IndexName } from '../table/definition.ts';
import {
  type Division,
  type Facets,
  type IndexScope,
  indexName,
  indexPartition,
  PLATFORM_SHARDS,
} from '../table/index-keys.ts';
import { tenantPartition } from '../table/keys.ts';
import type { KindKeys } from '../table/kind.ts';
import type { IdRange } from './id-range.ts';

/** What a list covers: everything, one tenant, some of its sites, one of its devices, or what stands under one entity of it. */
export type Extent =
  | Exclude<Scope, AssignedScope>
  | Omit<AssignedScope, 'userId'>
  | { readonly kind: 'device'; readonly tenantId: string; readonly deviceId: string }
  | { readonly kind: 'under'; readonly tenantId: string; readonly id: string };

/** The extent of one site. */
export function siteExtent(site: { readonly id: string; readonly tenant_id: string }): Extent {
  return { kind: 'assigned_sites', tenantId: site.tenant_id, siteIds: [site.id] };
}

/** One partition to read: of an index, or of the table itself for a tenant's whole list and what stands under another. */
export interface Partition {
  readonly index: IndexName | undefined;
  /** The partition's key. */
  readonly value: string;
  /** What the sort keys begin with, where the table itself is read. */
  readonly prefix: string;
}

/** What no key decides and a filter expression must: of each field the value, or the values of which one is enough. */
export type Filter = {
  readonly [F in keyof Facets | 'site_id' | 'device_id']?: string | readonly string[] | undefined;
};

/** How to read a list. */
export interface ListPlan {
  /**
   * The partitions to merge, in rounds: those of a round are read at once, and those of the next when these have been
   * read. What moves from one partition to another, and never back, is not missed where the other is in a later round.
   */
  readonly rounds: readonly (readonly Partition[])[];
  readonly filter: Filter;
  /** Which ids are listed: all, if it names no end. */
  readonly range: IdRange;
  /** How many items a filtered read begins with where that is more than the page; 0 where it must not be. */
  readonly readAhead: number;
}

/**
 * Plans a list that is divided by one division, the rest left to `filter`. Where several facets are given, the partitions
 * of each are merged. They are given in rounds: facets that change stand in the order in which they do.
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
  throw new Error(`${kind.name} does not stand in ${indexName(indexScope.kind, division)}`);
}

/**
 * Plans a list that is filtered by type and status, each alone or both. All are keys: the index that divides alerts
 * by type and severity divides the other kinds by type and status.
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
