import type { IndexName } from './definition.ts';
import { tenantPartition } from './keys.ts';

/**
 * How many partitions the platform index of a kind has. One partition takes 1,000 writes a second (AWS, "Best practices for
 * designing partition keys"), so the whole service takes 8,000 of each kind.
 */
export const PLATFORM_SHARDS = 8;

/** The fields that divide a kind's lists. For a user it is the role that takes the place of a type. */
export interface Facets {
  readonly status?: string | undefined;
  readonly type?: string | undefined;
  readonly severity?: string | undefined;
}

export const INDEX_SCOPE_KINDS = ['platform', 'tenant', 'site', 'device'] as const;

/** The extent of an index partition: everything, one tenant, one site or one device. */
export type IndexScopeKind = (typeof INDEX_SCOPE_KINDS)[number];

export type IndexScope =
  | { readonly kind: 'platform'; readonly shard: number }
  | { readonly kind: 'tenant'; readonly tenantId: string }
  | { readonly kind: 'site'; readonly tenantId: string; readonly siteId: string }
  | { readonly kind: 'device'; readonly tenantId: string; readonly deviceId: string };

/** Chooses the shard by the last hex digit of a UUIDv7. This digit is random, so ids spread evenly. */
export function shardOf(id: string): number {
  return Number.parseInt(id.slice(-1), 16) % PLATFORM_SHARDS;
}

export const DIVISIONS = ['all', 'status', 'type', 'severity', 'type_severity'] as const;

/** The fields that divide an index into partitions, in addition to its scope; `all` means none. */
export type Division = (typeof DIVISIONS)[number];

/** The value of an index's partition attribute, or `undefined` if it needs a missing facet. */
export function indexPartition(
  kind: string,
  scope: IndexScope,
  division: Division,
  facets: Facets,
): string | undefined {
  const values = dividingValues(division, facets);
  return values && [scopeValue(scope), kind, ...values].join('#');
}

/** Returns the name of an index. Throws if it does not exist: device partitions are undivided. */
export function indexName(scope: IndexScopeKind, division: Division): IndexName {
  if (division === 'all') return scope;
  if (scope === 'device') throw new Error(`There is no index ${scope}_${division}`);
  return `${scope}_${division}`;
}

/**
 * The indexes of a kind: by which fields each scope is divided. A kind whose entities platform admins find by id is in
 * `platform`. The whole list of a tenant needs no index, because the tenant's own partition contains it.
 */
export type IndexMembership = Readonly<Partial<Record<IndexScopeKind, readonly Division[]>>>;

export function indexNames(membership: IndexMembership): IndexName[] {
  return INDEX_SCOPE_KINDS.flatMap(
    (scope) => membership[scope]?.map((division) => indexName(scope, division)) ?? [],
  );
}

/** The partition attributes of an entity, one for each index that contains it. */
export function indexAttributes(
  kind: string,
  membership: IndexMembership,
  entity: {
    readonly id: string;
    readonly tenantId?: string | undefined;
    readonly siteId?: string | undefined;
    readonly deviceId?: string | undefined;
  },
  facets: Facets,
): Partial<Record<IndexName, string>> {
  const attributes: Partial<Record<IndexName, string>> = {};
  for (const scopeKind of INDEX_SCOPE_KINDS) {
    const divisions = membership[scopeKind];
    const scope = divisions && scopeOf(scopeKind, entity);
    if (!scope) continue;
    for (const division of divisions) {
      const partition = indexPartition(kind, scope, division, facets);
      if (partition) attributes[indexName(scopeKind, division)] = partition;
    }
  }
  return attributes;
}

/** The scope of an entity; `undefined` for a site or device scope if it has no site or device. */
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
      // The keys of sites and devices include the tenant, so that an id from a client never reads another tenant's data.
      return `${tenantPartition(scope.tenantId)}#SITE#${scope.siteId}`;
    case 'device':
      return `${tenantPartition(scope.tenantId)}#DEVICE#${scope.deviceId}`;
  }
}

function dividingValues(
  division: Division,
  { status, type, severity }: Facets,
): readonly string[] | undefined {
  switch (division) {
    case 'all':
      return [];
    case 'status':
      return allKnown(status);
    case 'type':
      return allKnown(type);
    case 'severity':
      return allKnown(severity);
    case 'type_severity':
      // Kinds without a severity are divided by type and status instead.
      return allKnown(type, severity ?? status);
  }
}

function allKnown(...values: readonly (string | undefined)[]): readonly string[] | undefined {
  return values.every((value) => value !== undefined) ? values : undefined;
}
