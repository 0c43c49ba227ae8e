import { OWN_TENANT_ID } from '../base/ids.ts';

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** The kind of a tenant itself, the only entity that belongs to no tenant. */
export const TENANT_KIND = 'TENANT';

const TENANT_PREFIX = `${TENANT_KIND}#`;

export const tenantPartition = (tenantId: string) => `${TENANT_PREFIX}${tenantId}`;

/** The partition of Guard's own tenant. */
export const OWN_PARTITION = tenantPartition(OWN_TENANT_ID);

/** Takes the tenant of an item from its partition key. */
export const tenantIdOf = ({ pk }: ItemKey) => pk.slice(TENANT_PREFIX.length);

export const tenantKey = (tenantId: string): ItemKey => ({ pk: tenantPartition(tenantId), sk: 'TENANT' });

/** One of the copies of a tenant's status. Each is in a separate partition. */
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

/** What was reported about a site: its openings, tests and check-ins. */
export const siteStateKey = (tenantId: string, siteId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `SITE_STATE#${siteId}`,
});

/** The timer of a supervision, and what was judged last. */
export const supervisionWatchKey = (tenantId: string, supervisionId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `SUPERVISION_WATCH#${supervisionId}`,
});

/** The prefix of the sort keys by which a calendar knows the supervisions that use it. */
export const calendarUsePrefix = (calendarId: string) => `CALENDAR_USE#${calendarId}#`;

/** Says that a supervision uses a calendar. */
export const calendarUseKey = (tenantId: string, calendarId: string, supervisionId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `${calendarUsePrefix(calendarId)}${supervisionId}`,
});

/** The claim that makes a device's serial unique in its tenant. */
export const serialKey = (tenantId: string, serial: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `SERIAL#${serial}`,
});

/** The settings of a device that is an alarm panel. */
export const panelKey = (tenantId: string, deviceId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `PANEL#${deviceId}`,
});

/** The inbound address of a device. */
export const inboundKey = (tenantId: string, deviceId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `INBOUND#${deviceId}`,
});

/** What is known of a thing about which another system reports to the address of a device. */
export const inboundThingKey = (tenantId: string, deviceId: string, thingHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `INBOUND_THING#${deviceId}#${thingHash}`,
});

/** The settings of the mail address of a device. */
export const mailAddressKey = (tenantId: string, deviceId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `MAIL_ADDRESS#${deviceId}`,
});

/** What is known of the last mails to the address of a device. */
export const mailStateKey = (tenantId: string, deviceId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `MAIL_STATE#${deviceId}`,
});

/** Leads from the hash of a mail address to its device. */
export const mailboxKey = (secretHash: string): ItemKey => ({ pk: `MAILBOX#${secretHash}`, sk: 'MAILBOX' });

/** The claim of a dedup key of a site. The dedup key is hashed, because it may contain any character. */
export const openAlertKey = (tenantId: string, siteId: string, dedupKeyHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `OPEN#${siteId}#${dedupKeyHash}`,
});

/**
 * The prefix of a device's claims of its own dedup key. There is one for each site at which it has an open alert, and
 * separate ones for panic and fire.
 */
export const deviceAlertPrefix = (deviceId: string, dedupKeyHash: string) =>
  `OPEN#${deviceId}#${dedupKeyHash}`;

/** The claim of a dedup key that only one device uses, by a device-bound API key. */
export const deviceAlertKey = (
  tenantId: string,
  siteId: string,
  deviceId: string,
  dedupKeyHash: string,
): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `${deviceAlertPrefix(deviceId, dedupKeyHash)}#${siteId}`,
});

/** The prefix of the sort keys of all pictures, or of one alert's pictures. */
export const picturePrefix = (alertId?: string) =>
  alertId === undefined ? 'PICTURE#' : `PICTURE#${alertId}#`;

/** An upload of a picture that has not arrived yet. */
export const uploadKey = (tenantId: string, alertId: string, uploadId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `UPLOAD#${alertId}#${uploadId}`,
});

/** The prefix of the sort keys of a test's troubles. */
export const troublePrefix = (testId: string) => `TROUBLE#${testId}#`;

/**
 * The item by which a test finds a trouble that was reported during it. `pk` and `sk` are those of a dedup key's claim, or of
 * the watch of a device.
 */
export const troubleKey = (testId: string, { pk, sk }: ItemKey): ItemKey => ({
  pk,
  sk: `${troublePrefix(testId)}${sk}`,
});

/** The recorded result of an event, found by its reporter and a hash of the event's id. */
export const reportedEventKey = (tenantId: string, reporterId: string, eventIdHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `EVENT#${reporterId}#${eventIdHash}`,
});

/** The tally of a device's recent alerts, separate for each type and zone, which are hashed together. */
export const runawayKey = (tenantId: string, deviceId: string, kindHash: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `RUNAWAY#${deviceId}#${kindHash}`,
});

/** The shapes of a device's or key's recent events that Guard did not understand. */
export const shapesKey = (tenantId: string, reporterId: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `SHAPES#${reporterId}`,
});

/** The stored response to a request with an idempotency key, found by a hash of that key. */
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

/** The newest link of a purpose, such as a password reset, that was sent to a user. */
export const linkKey = (tenantId: string, userId: string, purpose: string): ItemKey => ({
  pk: tenantPartition(tenantId),
  sk: `LINK#${userId}#${purpose}`,
});

/** Lists the last drills of a tenant. */
export const drillsKey = (tenantId: string): ItemKey => ({ pk: tenantPartition(tenantId), sk: 'DRILLS' });

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

/** Names the platform's tenant: the tenant of the first platform admin. */
export const platformKey: ItemKey = { pk: 'PLATFORM', sk: 'PLATFORM' };

/** The key pair with which the stage signs Web Push messages. */
export const pushKeyKey: ItemKey = { pk: 'PLATFORM', sk: 'PUSH_KEY' };

/** The claim that makes an e-mail address unique in the service. It names the user. */
export const emailKey = (email: string): ItemKey => ({ pk: `EMAIL#${email}`, sk: 'EMAIL' });

/** The claim of a verified e-mail domain. It names the identity provider. */
export const domainKey = (domain: string): ItemKey => ({ pk: `DOMAIN#${domain}`, sk: 'DOMAIN' });

/** The claims of an account of panels, in the whole service. */
export const accountKey = (account: string): ItemKey => ({
  pk: `${ACCOUNT_PREFIX}${account}`,
  sk: 'ACCOUNT',
});

const ACCOUNT_PREFIX = 'ACCOUNT#';

/** Takes the account of an item from its partition key. */
export const readAccountKey = (pk: string) => pk.slice(ACCOUNT_PREFIX.length);

export const rateKey = (subject: string, minute: string): ItemKey => ({
  pk: `RATE#${subject}`,
  sk: minute,
});

/** Records that somebody signed in successfully with an e-mail address from a network address. */
export const knownAddressKey = (pair: string): ItemKey => ({ pk: `RATE#${pair}`, sk: 'KNOWN' });

/** Names the tenant of an entity that a platform admin has just created. */
export const createdKey = (id: string): ItemKey => ({ pk: `CREATED#${id}`, sk: 'CREATED' });

/**
 * The partition of all connections that watch a tenant. It also has copies of the connections by which users of this tenant
 * watch other tenants.
 */
export const livePartition = (tenantId: string) => `LIVE#${tenantId}`;

/**
 * The partition that lists the connections which receive a site's changes. For `EVERY_SITE` it lists those that receive the
 * changes of every site.
 */
export const receiverPartition = (tenantId: string, siteId: string) => `${livePartition(tenantId)}#${siteId}`;

export const EVERY_SITE = 'ALL';

/** Lists a connection in the partition of a site whose changes it receives. */
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

/**
 * Records the newest alert of a tenant that was sent to its connections. Only the record of missed changes sorts beside it, so
 * that one query reads both.
 */
export const newestSentKey = (tenantId: string): ItemKey => ({
  pk: livePartition(tenantId),
  sk: 'NEWEST_SENT',
});

/** Records whether the mail of a message in the mail queue was sent. */
export const sentMailKey = (messageId: string): ItemKey => ({ pk: `MAIL#${messageId}`, sk: 'MAIL' });

/** Records an e-mail address, hashed, to which no more mail is sent. */
export const suppressedKey = (addressHash: string): ItemKey => ({
  pk: `SUPPRESSED#${addressHash}`,
  sk: 'SUPPRESSED',
});

/** The prefix of the sort keys of all connections, or of one user's connections. */
export const connectionPrefix = (userId?: string) =>
  userId === undefined ? 'CONNECTION#' : `CONNECTION#${userId}#`;

export const connectionKey = (tenantId: string, userId: string, connectionId: string): ItemKey => ({
  pk: livePartition(tenantId),
  sk: `${connectionPrefix(userId)}${connectionId}`,
});

/** Lists which of a user's limited connections are open. It is in the partition of the user's own tenant. */
export const placesKey = (tenantId: string, userId: string): ItemKey => ({
  pk: livePartition(tenantId),
  sk: `PLACES#${userId}`,
});

/** Leads from a connection's id alone to the keys of its other items. */
export const connectionIdKey = (connectionId: string): ItemKey => ({
  pk: `CONNECTION#${connectionId}`,
  sk: 'CONNECTION',
});

export const STATISTICS_PREFIX = 'STATISTICS#';

/** The partition of a tenant's statistics. */
export const statisticsPartition = (tenantId: string) => `${STATISTICS_PREFIX}${tenantId}`;

/**
 * The attribute that counts the children of a parent. It is outside `data` and in no index. Creating a child counts it in the
 * same transaction, and deleting the parent requires 0, so only one of the two can happen.
 */
export const CHILD_COUNT = 'children';

/** The attribute with the id of an announced deletion of a tenant. Creating a child removes it, which stops the deletion. */
export const DELETION = 'deletion';

/** The attribute by which the copies of a tenant's status show that status; absent if the tenant has no copies. */
export const COPIED_STATUS = 'copied_status';

/**
 * Whether users who sign in with a password need a second factor, or the time from which they do. It is an attribute of the
 * tenant and of its copies.
 */
export const REQUIRES_SECOND_FACTOR = 'requires_second_factor';

/** Whether people of a tenant may stay signed in on a device: an attribute of the tenant; absent until somebody has decided. */
export const KEEPS_SIGNED_IN = 'keeps_signed_in';
