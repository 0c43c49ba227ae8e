import { OWN_TENANT_ID } from '../base/ids.ts';

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** The name of the kind of entity that has no tenant, but is one. */
export const TENANT_KIND = 'TENANT';

const TENANT_PREFIX = `${TENANT_KIND}#`;

export const tenantPartition = (tenantId: string) => `${TENANT_PREFIX}${tenantId}`;

/** The partition of Guard's own tenant. */
export const OWN_PARTITION = tenantPartition(OWN_TENANT_ID);

/** The tenant of an item, by its partition. */
export const tenantIdOf = ({ pk }: ItemKey) => pk.slice(TENANT_PREFIX.length);

export const tenantKey = (tenantId: string): ItemKey => ({ pk: tenantPartition(tenantId), sk: 'TENANT' });

/** A copy of a tenant's status, in a partition of its own. */
export const statusCopyKey = (tenantId: string, copy: number): ItemKey => ({
  pk: `TENANT_STATUS#${tenantId}#${copy}`,
  sk: 'TENANT_STATUS',
});

/** The prefix of the sort keys of a user's tokens. */
export const tokenPrefix = (userId: string) => `TOKEN#${userId}#`;

export const tokenKey = (tenantId: string, userId: string, tokenId: number): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `${tokenPrefix(userId)}${tokenId}`,
});

export const assignmentKey = (tenantId: string, userId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `ASSIGNMENT#${userId}`,
});

/** The item of the channels by which a user is notified. */
export const channelsKey = (tenantId: string, userId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `CHANNELS#${userId}`,
});

/** The claim that makes a device's serial unique in its tenant. */
export const serialKey = (tenantId: string, serial: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `SERIAL#${serial}`,
});

/** The claim of a dedup key of a site. The dedup key is hashed, because it may contain any character. */
export const openAlertKey = (tenantId: string, siteId: string, dedupKeyHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `OPEN#${siteId}#${dedupKeyHash}`,
});

/** The prefix of a device's own claims of a dedup key: for each site with an open alert one, and one each for panic and fire. */
export const deviceAlertPrefix = (deviceId: string, dedupKeyHash: string) =>
  `OPEN#${deviceId}#${dedupKeyHash}`;

/** The claim of a device's own dedup key, for device-bound API keys only. */
export const deviceAlertKey = (
  tenantId: string,
  siteId: string,
  deviceId: string,
  dedupKeyHash: string,
): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `${deviceAlertPrefix(deviceId, dedupKeyHash)}#${siteId}`,
});

/** The prefix of the troubles of a test. */
export const troublePrefix = (testId: string) => `TROUBLE#${testId}#`;

/** Names an item with trouble that was reported during a test: a claim of a dedup key, or the watch of a device. */
export const troubleKey = (testId: string, { pk, sk }: ItemKey): ItemKey => ({
  pk,
  sk: `${troublePrefix(testId)}${sk}`,
});

/** The recorded result of an event, by its reporter and a hash of its id. */
export const reportedEventKey = (tenantId: string, reporterId: string, eventIdHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `EVENT#${reporterId}#${eventIdHash}`,
});

/** The recent alerts of a device, of one type and zone (hashed together). */
export const runawayKey = (tenantId: string, deviceId: string, kindHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `RUNAWAY#${deviceId}#${kindHash}`,
});

/** The stored response to a request with an idempotency key, by a hash of the key. */
export const idempotencyKey = (tenantId: string, userId: string, keyHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `IDEMPOTENCY#${userId}#${keyHash}`,
});

/** A ticket, which opens one connection of its user. */
export const ticketKey = (tenantId: string, userId: string, number: number): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `TICKET#${userId}#${number}`,
});

/** An event of a tenant's audit log. It has a partition of its own, which outlives the tenant. */
export const auditKey = (tenantId: string, eventId: string): ItemKey => ({
  pk: `AUDIT#${tenantId}`,
  sk: `EVENT#${eventId}`,
});

/** The link of a purpose that was sent to a user last. */
export const linkKey = (tenantId: string, userId: string, purpose: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `LINK#${userId}#${purpose}`,
});

/** Lists the rules of a tenant's active action plans. */
export const planDirectoryKey = (tenantId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: 'PLAN_DIRECTORY',
});

/** The prefix of the sort keys of all versions of a tenant's action plans. */
export const PLAN_VERSION_PREFIX = 'PLAN_VERSION#';

/** One version of an action plan, which never changes. */
export const planVersionKey = (tenantId: string, planId: string, version: number): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `${PLAN_VERSION_PREFIX}${planId}#${version}`,
});

/** Names the platform tenant: the tenant of the first platform admin. */
export const platformKey: ItemKey = { pk: 'PLATFORM', sk: 'PLATFORM' };

/** The key pair of the stage for Web Push. */
export const pushKeyKey: ItemKey = { pk: 'PLATFORM', sk: 'PUSH_KEY' };

/** The claim that makes an e-mail address unique in the service. It names the user. */
export const emailKey = (email: string): ItemKey => ({ pk: `EMAIL#${email}`, sk: 'EMAIL' });

/** The claim of a verified e-mail domain. It names the identity provider. */
export const domainKey = (domain: string): ItemKey => ({ pk: `DOMAIN#${domain}`, sk: 'DOMAIN' });

export const rateKey = (subject: string, minute: string): ItemKey => ({
  pk: `RATE#${subject}`,
  sk: minute,
});

/** Records a successful sign-in with an e-mail from a network address. */
export const knownAddressKey = (pair: string): ItemKey => ({ pk: `RATE#${pair}`, sk: 'KNOWN' });

/** Names the tenant of an entity that a platform admin has just created. */
export const createdKey = (id: string): ItemKey => ({ pk: `CREATED#${id}`, sk: 'CREATED' });

/** The partition of all connections that watch a tenant, and of those that its users have to other tenants. */
export const livePartition = (tenantId: string) => `LIVE#${tenantId}`;

/** The partition of the receivers of a site's changes; `EVERY_SITE` has those that receive the changes of every site. */
export const receiverPartition = (tenantId: string, siteId: string) => `${livePartition(tenantId)}#${siteId}`;

export const EVERY_SITE = 'ALL';

/** Lists a connection where the changes of a site find it. */
export const receiverKey = (
  tenantId: string,
  siteId: string,
  userId: string,
  connectionId: string,
): ItemKey => ({
  pk: receiverPartition(tenantId, siteId),
  sk: `RECEIVER#${userId}#${connectionId}`,
});

/** Records when connections that watch a tenant last missed changes. */
export const missedChangesKey = (tenantId: string): ItemKey => ({
  pk: livePartition(tenantId),
  sk: 'MISSED_CHANGES',
});

/** A message of the mail queue: whether its mail was sent. */
export const sentMailKey = (messageId: string): ItemKey => ({ pk: `MAIL#${messageId}`, sk: 'MAIL' });

/** An address that gets no more mail, hashed. */
export const suppressedKey = (addressHash: string): ItemKey => ({
  pk: `SUPPRESSED#${addressHash}`,
  sk: 'SUPPRESSED',
});

/** The prefix of the sort keys of all connections, or of those of one user. */
export const connectionPrefix = (userId?: string) =>
  userId === undefined ? 'CONNECTION#' : `CONNECTION#${userId}#`;

export const connectionKey = (tenantId: string, userId: string, connectionId: string): ItemKey => ({
  pk: livePartition(tenantId),
  sk: `${connectionPrefix(userId)}${connectionId}`,
});

/** The places of a user's open connections, in the partition of the user's own tenant. */
export const placesKey = (tenantId: string, userId: string): ItemKey => ({
  pk: livePartition(tenantId),
  sk: `PLACES#${userId}`,
});

/** Names the keys of a connection's items, by its id alone. */
export const connectionIdKey = (connectionId: string): ItemKey => ({
  pk: `CONNECTION#${connectionId}`,
  sk: 'CONNECTION',
});

export const STATISTICS_PREFIX = 'STATISTICS#';

/** The partition of a tenant's statistics. */
export const statisticsPartition = (tenantId: string) => `${STATISTICS_PREFIX}${tenantId}`;

/**
 * The attribute for the number of a parent's children, outside `data` and in no index. Creating a child counts it in the
 * same transaction, and deleting the parent requires 0, so only one of the two can happen.
 */
export const CHILD_COUNT = 'children';

/**
 * The id of an announced deletion of a tenant. A child that is created meanwhile removes the announcement, which stops the
 * deletion.
 */
export const DELETION = 'deletion';

/** The status in a tenant's copies, which is that of the tenant; absent without copies. */
export const COPIED_STATUS = 'copied_status';

/** Whether a tenant requires a second factor of those who sign in with a password; in its copies, too. */
export const REQUIRES_SECOND_FACTOR = 'requires_second_factor';
