export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

const TENANT_PREFIX = 'TENANT#';

export const tenantPartition = (tenantId: string) => `${TENANT_PREFIX}${tenantId}`;

/** The tenant in whose partition an item stands. */
export const tenantIdOf = ({ pk }: ItemKey) => pk.slice(TENANT_PREFIX.length);

export const tenantKey = (tenantId: string): ItemKey => ({ pk: tenantPartition(tenantId), sk: 'TENANT' });

/** What the sort keys of a user's tokens begin with. */
export const tokenPrefix = (userId: string) => `TOKEN#${userId}#`;

export const tokenKey = (tenantId: string, userId: string, tokenId: number): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `${tokenPrefix(userId)}${tokenId}`,
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

/** The claim of a dedup key: the open alert of a site that has it. The hash is of the key, which may hold anything. */
export const openAlertKey = (tenantId: string, siteId: string, dedupKeyHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `OPEN#${siteId}#${dedupKeyHash}`,
});

/** What the sort keys of a device's own claims of a dedup key begin with: one for each site where it has an open alert. */
export const deviceAlertPrefix = (deviceId: string, dedupKeyHash: string) =>
  `OPEN#${deviceId}#${dedupKeyHash}#`;

/** The claim of a device's own dedup key, which nothing but the device's keys reaches. */
export const deviceAlertKey = (
  tenantId: string,
  siteId: string,
  deviceId: string,
  dedupKeyHash: string,
): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `${deviceAlertPrefix(deviceId, dedupKeyHash)}${siteId}`,
});

/** That an event was reported, by who reported it and a hash of the event's id. */
export const reportedEventKey = (tenantId: string, reporterId: string, eventIdHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `EVENT#${reporterId}#${eventIdHash}`,
});

/** The answer to a request that a user gave a key, by a hash of the key. */
export const idempotencyKey = (tenantId: string, userId: string, keyHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `IDEMPOTENCY#${userId}#${keyHash}`,
});

/** A ticket, which lets its user connect once. */
export const ticketKey = (tenantId: string, userId: string, number: number): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `TICKET#${userId}#${number}`,
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

/** The connections that are told of a tenant. */
export const livePartition = (tenantId: string) => `LIVE#${tenantId}`;

/** What the sort keys of connections begin with: of all, or of one user's. */
export const connectionPrefix = (userId?: string) =>
  userId === undefined ? 'CONNECTION#' : `CONNECTION#${userId}#`;

export const connectionKey = (tenantId: string, userId: string, connectionId: string): ItemKey => ({
  pk: livePartition(tenantId),
  sk: `${connectionPrefix(userId)}${connectionId}`,
});

/** Where the items of a connection stand, for what knows it by nothing but its id. */
export const connectionIdKey = (connectionId: string): ItemKey => ({
  pk: `CONNECTION#${connectionId}`,
  sk: 'CONNECTION',
});
