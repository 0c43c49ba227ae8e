import type { IndexName } from './definition.ts';
import { tenantPartition } from './keys.ts';

/**
 * Over how many partitions a kind's platform-wide index is spread: one partition takes 1,000 writes a second
 * (AWS, "Best practices for designing partition keys"), so the whole service takes 8,000 of each kind.
 */
export const PLATFORM_SHARDS = 8;

/** What divides a kind's lists. A user's role and a device's type both take the place of `type`. */
export interface Facets {
  readonly status?: string | undefined;
  readonly type?: string | undefined;
  readonly severity?: string | undefined;
}

export const INDEX_SCOPE_KINDS = ['platform', 'tenant', 'site', 'device'] as const;

/** Part of the data that one list is read from: everything, one tenant, one site or one device. */
export type IndexScopeKind = (typeof INDEX_SCOPE_KINDS)[number];

export type IndexScope =
  | { readonly kind: 'platform'; readonly shard: number }
  | { readonly kind: 'tenant'; readonly tenantId: string }
  | { readonly kind: 'site'; readonly tenantId: string; readonly siteId: string }
  | { readonly kind: 'device'; readonly tenantId: string; readonly deviceId: string };

/** The last hex digit of a UUIDv7 is random, so ids spread evenly. */
export function shardOf(id: string): number {
  return Number.parseInt(id.slice(-1), 16) % PLATFORM_SHARDS;
}

export const DIVISIONS = ['all', 'status', 'type', 'severity', 'type_severity'] as const;

/** What the partitions of an index are divided by, beside its scope: `all` by nothing more. */
export type Division = (typeof DIVISIONS)[number];

/** The value of an index's partition attribute, or `undefined` where a facet that it needs is missing. */
export function indexPartition(
  kind: string,
  scope: IndexScope,
  division: Division,
  facets: Facets,
): string | undefined {
  const values = dividingValues(division, facets);
  return values && [scopeValue(scope), kind, ...values].join('#');
}

/** Throws where there is no such index: what is of a device is divided by nothing more. */
export function indexName(scope: IndexScopeKind, division: Division): IndexName {
  if (division === 'all') return scope;
  if (scope === 'device') throw new Error(`There is no index ${scope}_${division}`);
  return `${scope}_${division}`;
}

/**
 * Which indexes a kind stands in: of each scope that it has lists of, those of these divisions. A kind that a platform
 * admin finds by its id stands in `platform`. A tenant's whole list needs no index: it is the tenant's own partition.
 */
export type Standing = Readonly<Partial<Record<IndexScopeKind, readonly Division[]>>>;

/** The names of these indexes. */
export function indexNames(standing: Standing): IndexName[] {
  return INDEX_SCOPE_KINDS.flatMap(
    (scope) => standing[scope]?.map((division) => indexName(scope, division)) ?? [],
  );
}

/** The partition attributes of every index that an entity stands in. */
export function indexAttributes(
  kind: string,
  standing: Standing,
  entity: {
    readonly id: string;
    readonly tenantId?: string | undefined;
    readonly siteId?: string | undefined;
    readonly deviceId?: string | undefined;
  },
  facets: Facets,
): Partial<Record<IndexName, string>> {
  const attributes: Partial<Record<IndexName, string>> = {};
  for (const scope of INDEX_SCOPE_KINDS.flatMap((scopeKind) => scopeOf(scopeKind, entity) ?? [])) {
    for (const division of standing[scope.kind] ?? []) {
      const partition = indexPartition(kind, scope, division, facets);
      if (partition) attributes[indexName(scope.kind, division)] = partition;
    }
  }
  return attributes;
}

/** The part of the data of a scope's kind that an entity lies in; none where it lies at no site, or is of no device. */
function scopeOf(
  kind: IndexScopeKind,
  { id, tenantId, siteId, deviceId }: Parameters<typeof indexAttributes>[2],
): IndexScope | undefined {
  if (kind === 'platform') return { kind, shard: shardOf(id) };
  if (tenantId === undefined) return undefined;
  if (kind === 'tenant') return { kind, tenantId };
  if (kind === 'site') return siteId === undefined ? undefined : { kind, tenantId, siteId };
  return deviceId === undefined ? undefined : { kind, tenantId, deviceId };
}

function scopeValue(scope: IndexScope): string {
  switch (scope.kind) {
    case 'platform':
      return String(scope.shard);
    case 'tenant':
      return tenantPartition(scope.tenantId);
    case 'site':
      // With the tenant, here and below, so that an id that a client sent reads nothing of another tenant.
      return `${tenantPartition(scope.tenantId)}#SITE#${scope.siteId}`;
    case 'device':
      return `${tenantPartition(scope.tenantId)}#DEVICE#${scope.deviceId}`;
  }
}

function dividingValues(
  division: Division,
  { status, type, severity }: Facets,
): readonly string[] | undefined {
  const values: Record<Division, readonly (string | undefined)[]> = {
    all: [],
    status: [status],
    type: [type],
    severity: [severity],
    // What has no severity is divided by type and status instead.
    type_severity: [type, severity ?? status],
  };
  const chosen = values[division];
  return chosen.every((value) => value !== undefined) ? chosen : undefined;
}
