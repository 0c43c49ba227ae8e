import type { IndexName } from './definition.ts';

/** Kinds of entity that lists return. Each begins the sort key of its items and its index partitions. */
export type ListedKind = 'TENANT' | TenantKind;

/** The kinds that a tenant holds. */
export type TenantKind = 'SITE' | 'ZONE' | 'DEVICE' | 'USER' | 'ALERT';

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/**
 * Over how many partitions a kind's platform-wide index is spread: one partition takes 1,000 writes a second
 * (AWS, "Best practices for designing partition keys"), so the whole service takes 8,000 of each kind.
 */
export const PLATFORM_SHARDS = 8;

export const tenantPartition = (tenantId: string) => `TENANT#${tenantId}`;

export const tenantKey = (tenantId: string): ItemKey => ({ pk: tenantPartition(tenantId), sk: 'TENANT' });

/** The key of anything that lists return, tenants apart. */
export const entityKey = (kind: TenantKind, tenantId: string, id: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `${kind}#${id}`,
});

export const tokenKey = (tenantId: string, userId: string, tokenId: number): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `TOKEN#${userId}#${tokenId}`,
});

export const assignmentKey = (tenantId: string, userId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `ASSIGNMENT#${userId}`,
});

/** The claim that makes a device's serial unique in its tenant. */
export const serialKey = (tenantId: string, serial: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `SERIAL#${serial}`,
});

/** Which tenant is the platform's own: the one that the first platform admin belongs to. */
export const platformKey: ItemKey = { pk: 'PLATFORM', sk: 'PLATFORM' };

/** The claim that makes an e-mail address unique over the service, and the way from it to its user. */
export const emailKey = (email: string): ItemKey => ({ pk: `EMAIL#${email}`, sk: 'EMAIL' });

export const rateKey = (subject: string, minute: string): ItemKey => ({
  pk: `RATE#${subject}`,
  sk: minute,
});

/** That somebody signed in with an e-mail from an address, by the subject that counts the two. */
export const knownAddressKey = (pair: string): ItemKey => ({ pk: `RATE#${pair}`, sk: 'KNOWN' });

/** Which tenant holds what a platform admin created a moment ago. */
export const createdKey = (id: string): ItemKey => ({ pk: `CREATED#${id}`, sk: 'CREATED' });

/** What divides a kind's lists. A user's role and a device's type both take the place of `type`. */
export interface Facets {
  readonly status?: string | undefined;
  readonly type?: string | undefined;
  readonly severity?: string | undefined;
}

/** Part of the data that one list is read from: everything, one tenant or one site. */
export type Scope =
  | { readonly kind: 'platform'; readonly shard: number }
  | { readonly kind: 'tenant'; readonly tenantId: string }
  | { readonly kind: 'site'; readonly tenantId: string; readonly siteId: string };

/** The last hex digit of a UUIDv7 is random, so ids spread evenly. */
export function shardOf(id: string): number {
  return Number.parseInt(id.slice(-1), 16) % PLATFORM_SHARDS;
}

/** What the partitions of an index are divided by, beside its scope. */
export type Division = 'status' | 'type' | 'severity' | 'type_severity';

const DIVISIONS: readonly Division[] = ['status', 'type', 'severity', 'type_severity'];

/** The value of an index's partition attribute, or `undefined` where a facet that it needs is missing. */
export function indexPartition(
  kind: ListedKind,
  scope: Scope,
  division: Division | undefined,
  facets: Facets,
): string | undefined {
  const values = division === undefined ? [] : dividingValues(division, facets);
  return values && [scopeValue(scope), kind, ...values].join('#');
}

export function indexName(scope: Scope['kind'], division: Division | undefined): IndexName | undefined {
  if (division !== undefined) return `${scope}_${division}`;
  return scope === 'tenant' ? undefined : scope;
}

/** The partition attributes of every index that an entity stands in. */
export function indexAttributes(
  kind: ListedKind,
  entity: { readonly id: string; readonly tenantId?: string; readonly siteId?: string },
  facets: Facets = {},
): Partial<Record<IndexName, string>> {
  const scopes: Scope[] = [{ kind: 'platform', shard: shardOf(entity.id) }];
  if (entity.tenantId) scopes.push({ kind: 'tenant', tenantId: entity.tenantId });
  if (entity.tenantId && entity.siteId) {
    scopes.push({ kind: 'site', tenantId: entity.tenantId, siteId: entity.siteId });
  }
  const attributes: Partial<Record<IndexName, string>> = {};
  for (const scope of scopes) {
    for (const division of [undefined, ...DIVISIONS]) {
      const name = indexName(scope.kind, division);
      const partition = indexPartition(kind, scope, division, facets);
      if (name && partition) attributes[name] = partition;
    }
  }
  return attributes;
}

function scopeValue(scope: Scope): string {
  switch (scope.kind) {
    case 'platform':
      return String(scope.shard);
    case 'tenant':
      return tenantPartition(scope.tenantId);
    case 'site':
      // With the tenant, so that a site's id that a client sent reads nothing of another tenant.
      return `${tenantPartition(scope.tenantId)}#SITE#${scope.siteId}`;
  }
}

function dividingValues(division: Division, { status, type, severity }: Facets): string[] | undefined {
  const values = {
    status: [status],
    type: [type],
    severity: [severity],
    // What has no severity is divided by type and status instead.
    type_severity: [type, severity ?? status],
  };
  const chosen = values[division];
  return chosen.every((value) => value !== undefined) ? chosen : undefined;
}
