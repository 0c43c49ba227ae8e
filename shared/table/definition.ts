/**
 * The single table and its indexes: CDK deploys them, the local engine creates them, and lists query them.
 *
 * Indexes are filters. Each has one composed partition attribute, named after the index, and the sort key `id` (a UUIDv7,
 * so index order is creation order). The first word of a name is the scope: everything (`platform`, spread over shards), one
 * tenant, one site or one device. The others are the fields that divide it. Each kind declares its indexes.
 */
const DIVIDED_INDEX_NAMES = [
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

/** Contains the items with a timer. Its partition key is the kind of the timer and a shard; its sort key is the due time. */
export const TIMER_INDEX = 'timer';

/** Contains device items only. */
const DEVICE_INDEX = 'device';

export const INDEX_NAMES = [...DIVIDED_INDEX_NAMES, TIMER_INDEX, DEVICE_INDEX] as const;

export type IndexName = (typeof INDEX_NAMES)[number];

export const TABLE_KEYS = { partitionKey: 'pk', sortKey: 'sk' } as const;

/** The sort key of every index of lists: the entity's id. */
export const INDEX_SORT_KEY = 'id';

/** The sort key of the timer index: a timestamp of the API, so that the oldest comes first. */
export const DUE_ATTRIBUTE = 'due';

/** Epoch seconds after which DynamoDB may delete an item. It deletes late, so code checks the expiry itself. */
export const TTL_ATTRIBUTE = 'ttl';

/**
 * The attribute with an entity's fields. List indexes copy it alone: without the keys of other indexes, the copy of an alert
 * fits one write unit, and without credentials, no index contains a password hash.
 */
export const PROJECTED_ATTRIBUTES = ['data'] as const;

/** The key attributes of an index, and the attributes that it copies. */
export interface IndexDefinition {
  readonly name: IndexName;
  readonly partitionKey: IndexName;
  readonly sortKey: string;
  /** Empty: the index contains keys only. */
  readonly projected: readonly string[];
}

export const INDEXES: readonly IndexDefinition[] = INDEX_NAMES.map((name) => ({
  name,
  partitionKey: name,
  ...(name === TIMER_INDEX
    ? { sortKey: DUE_ATTRIBUTE, projected: [] }
    : { sortKey: INDEX_SORT_KEY, projected: PROJECTED_ATTRIBUTES }),
}));

/** Every key attribute of the table and its indexes; all are strings. */
export const KEY_ATTRIBUTES: readonly string[] = [
  ...new Set([
    ...Object.values(TABLE_KEYS),
    ...INDEXES.flatMap(({ partitionKey, sortKey }) => [sortKey, partitionKey]),
  ]),
];
