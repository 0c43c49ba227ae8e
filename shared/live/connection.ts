import * as z from 'zod/mini';
import { scopeOfUser } from '../accounts/assignments.ts';
import type { SessionIds } from '../accounts/session-ids.ts';
import { isOperational, narrowToTenant, ROLES, type Role, type Scope } from '../base/access.ts';
import { formatTimestamp, toEpochSeconds } from '../base/time.ts';
import { connectionIdKey, connectionKey, EVERY_SITE, receiverKey } from '../table/keys.ts';
import { timerAttributes } from '../table/timer.ts';

/**
 * An open connection with its session, its tenant, and the scope that its user had when it was opened. If the scope changes,
 * Guard closes the connection, and the client opens another one.
 */
export interface Connection {
  readonly id: string;
  readonly session: SessionIds;
  /** The tenant that the connection watches: for platform admins any tenant, for others the user's own. */
  readonly tenantId: string;
  readonly role: Role;
  /** The sites assigned to the user; empty for a role without assignments. */
  readonly siteIds: readonly string[];
  readonly connectedAt: Date;
  /** When the connection must be closed: at the end of its session or of its maximum life. */
  readonly endsAt: Date;
  /** The alert that its person has open. */
  readonly viewing?: string | undefined;
}

/**
 * The range of a connection's maximum life. API Gateway closes every connection after 2 hours, so Guard closes it earlier and
 * gives a reason. The life is random within the range: otherwise connections that were opened together, for example after a
 * failure, would always be opened again together.
 */
export const LIFE_MS = { shortest: 105 * 60_000, longest: 115 * 60_000 };

/** How long after the end of a connection its items expire, for when closing it failed. */
export const EXPIRY_SECONDS = 3_600;

/** Returns the time at which a connection must be closed. `random` is from 0 to 1. */
export function endOfConnection(connectedAt: Date, sessionEndsAt: Date | undefined, random: number): Date {
  const life = LIFE_MS.shortest + random * (LIFE_MS.longest - LIFE_MS.shortest);
  const longest = connectedAt.getTime() + Math.floor(life);
  return new Date(Math.min(longest, sessionEndsAt?.getTime() ?? longest));
}

const connectionSchema = z.object({
  connection_id: z.string(),
  home_tenant_id: z.string(),
  user_id: z.string(),
  token_id: z.int(),
  tenant_id: z.string(),
  role: z.enum(ROLES),
  site_ids: z.array(z.string()),
  connected_at: z.string(),
  ends_at: z.string(),
  viewing: z.optional(z.string()),
});

export function readConnection(item: Readonly<Record<string, unknown>>): Connection {
  const it = connectionSchema.parse(item);
  return {
    id: it.connection_id,
    session: { tenantId: it.home_tenant_id, userId: it.user_id, tokenId: it.token_id },
    tenantId: it.tenant_id,
    role: it.role,
    siteIds: it.site_ids,
    connectedAt: new Date(it.connected_at),
    endsAt: new Date(it.ends_at),
    viewing: it.viewing,
  };
}

/**
 * Makes the items of a connection: one in the partition of the tenant that it watches, one that is found by its id, and its
 * receivers, which list it for the sites whose changes it receives. If its user belongs to another tenant, a copy is in the
 * partition of that tenant, where changes of the user find it.
 */
export function connectionItems(connection: Connection) {
  const { id, session, tenantId, role, siteIds, connectedAt, endsAt } = connection;
  const ttl = toEpochSeconds(endsAt) + EXPIRY_SECONDS;
  const names = { user_id: session.userId, connection_id: id, ttl };
  const attributes = {
    ...names,
    home_tenant_id: session.tenantId,
    token_id: session.tokenId,
    tenant_id: tenantId,
    role,
    site_ids: [...siteIds],
    connected_at: formatTimestamp(connectedAt),
    ends_at: formatTimestamp(endsAt),
  };
  const { own, byId, copies, receivers } = connectionKeys(connection);
  return [
    { ...own, ...attributes, ...timerAttributes('live', session.userId, endsAt) },
    { ...byId, ...attributes },
    ...copies.map((key) => ({ ...key, ...attributes })),
    ...receivers.map((key) => ({
      ...key,
      ...(siteIds.length <= MOST_SITES_IN_RECEIVERS ? attributes : names),
    })),
  ];
}

export function connectionKeys(connection: Connection) {
  const { id, session, tenantId } = connection;
  const { tenantId: home, userId } = session;
  return {
    own: connectionKey(tenantId, userId, id),
    byId: connectionIdKey(id),
    copies: home === tenantId ? [] : [connectionKey(home, userId, id)],
    receivers: receiverSites(connection).map((it) => receiverKey(tenantId, it, userId, id)),
  };
}

/**
 * How many sites a receiver may contain. Up to this number, it has all attributes of its connection within one write unit.
 * Beyond it, the receiver only names the connection.
 */
const MOST_SITES_IN_RECEIVERS = 8;

/** How many receivers a connection may have. It is opened by one transaction, which may have at most 100 items. */
const MOST_RECEIVERS = 50;

/**
 * The sites whose receivers list a connection: the sites of its user, or `EVERY_SITE` if the user may see all sites, or has
 * too many.
 */
function receiverSites({ role, siteIds }: Connection): readonly string[] {
  const isListedBySite = isOperational(role) && siteIds.length <= MOST_RECEIVERS;
  return isListedBySite ? [...new Set(siteIds)] : [EVERY_SITE];
}

export function scopeAtOpening({ session, role, siteIds }: Connection): Scope {
  return scopeOfUser({ ...session, role }, { site_ids: siteIds });
}

/** The part of a scope that is within the connection's tenant; `undefined` if no part is. */
export const scopeOfConnection = ({ tenantId }: Connection, scope: Scope) => narrowToTenant(scope, tenantId);
