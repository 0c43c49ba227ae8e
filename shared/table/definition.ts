/**
 * The single table and its indexes, declared once: CDK deploys them, the local engine creates them and the
 * repositories query them.
 *
 * Indexes are filters. Each has one composed partition attribute, named after the index, over the natural sort
 * key `id` (a UUIDv7, so index order is creation order). A scope is everything (`platform`, spread over shards),
 * one tenant or one site; what follows the scope in a name is what the index is divided by. A kind says in
 * which of them it stands.
 */
export const INDEX_NAMES = [
  'platform',
  'platform_status',
  'platform_type',
  'platform_severity',
  'platform_type_severity',
  'tenant',
  'tenant_status',
  'tenant_type',
  'tenant_severity',
  'tenant_type_severity',
  'site',
  'site_status',
  'site_type',
  'site_severity',
  'site_type_severity',
] as const;

export type IndexName = (typeof INDEX_NAMES)[number];

export const TABLE_KEYS = { partitionKey: 'pk', sortKey: 'sk' } as const;

/** The sort key of every index: the entity's id. */
export const INDEX_SORT_KEY = 'id';

/** Epoch seconds after which DynamoDB may remove an item. It does so late: expiry is always checked in code. */
export const TTL_ATTRIBUTE = 'ttl';

/**
 * The attribute that holds an entity's fields as a map, and the only one copied into the indexes. The composed
 * keys of the other indexes and the credentials of users stay out of them: an index copy of an alert fits one
 * write unit, and no index ever holds a password hash.
 */
export const PROJECTED_ATTRIBUTES = ['data'] as const;
