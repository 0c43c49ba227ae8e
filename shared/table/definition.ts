/**
 * The single table and its indexes, declared once: CDK deploys them, the local engine creates them and the
 * repositories query them.
 *
 * Indexes are filters. Each has one composed partition attribute, named after the index, over the natural sort
 * key `id` (a UUIDv7, so index order is creation order). A scope is everything (`platform`, spread over shards),
 * one tenant, one site or one device; what follows the scope in a name is what the index is divided by. A kind
 * says in which of them it stands.
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

/**
 * What has something due: its partition attribute holds the kind of timer and its shard, its sort key the time from which
 * it is due. An item without a timer does not stand in it.
 */
export const TIMER_INDEX = 'timer';

/** What is of one device. What is of none does not stand in it. */
const DEVICE_INDEX = 'device';

export const INDEX_NAMES = [...DIVIDED_INDEX_NAMES, TIMER_INDEX, DEVICE_INDEX] as const;

export type IndexName = (typeof INDEX_NAMES)[number];

export const TABLE_KEYS = { partitionKey: 'pk', sortKey: 'sk' } as const;

/** The sort key of every index of lists: the entity's id. */
export const INDEX_SORT_KEY = 'id';

/** The sort key of the index of timers: a timestamp of the API, so that the oldest comes first. */
export const DUE_ATTRIBUTE = 'due';

/** Epoch seconds after which DynamoDB may remove an item. It does so late: expiry is always checked in code. */
export const TTL_ATTRIBUTE = 'ttl';

/**
 * The attribute that holds an entity's fields as a map, and the only one copied into the indexes of lists. The composed
 * keys of the other indexes and the credentials of users stay out of them: an index copy of an alert fits one
 * write unit, and no index ever holds a password hash.
 */
export const PROJECTED_ATTRIBUTES = ['data'] as const;

/** Which attributes an index is keyed by, and which it copies beside the keys of the item. */
export interface IndexDefinition {
  readonly name: IndexName;
  readonly partitionKey: IndexName;
  readonly sortKey: string;
  /** None: the index holds keys only. */
  readonly projected: readonly string[];
}

export const INDEXES: readonly IndexDefinition[] = INDEX_NAMES.map((name) => ({
  name,
  partitionKey: name,
  ...(name === TIMER_INDEX
    ? { sortKey: DUE_ATTRIBUTE, projected: [] }
    : { sortKey: INDEX_SORT_KEY, projected: PROJECTED_ATTRIBUTES }),
}));

/** Every attribute that the table or an index is keyed by; all of them hold texts. */
export const KEY_ATTRIBUTES: readonly string[] = [
  ...new Set([
    ...Object.values(TABLE_KEYS),
    ...INDEXES.flatMap(({ partitionKey, sortKey }) => [sortKey, partitionKey]),
  ]),
];
