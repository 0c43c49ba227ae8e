import * as z from 'zod/mini';
import { narrowToTenant, ROLES, type Role, type Scope } from '../access.ts';
import type { SessionIds } from '../sessions/session-ids.ts';
import { connectionIdKey, connectionKey } from '../table/keys.ts';
import { formatTimestamp, toEpochSeconds } from '../time.ts';
import { timerAttributes } from '../timers/timer.ts';
import { scopeOfUser } from '../users/scope.ts';

/**
 * An open connection: of which session it is, which tenant it is told of, and what its user reached when it was opened.
 * Somebody who reaches less or more from then on gets another connection.
 */
export interface Connection {
  readonly id: string;
  readonly session: SessionIds;
  /** The tenant that it is told of: of platform admins any, of others their own. */
  readonly tenantId: string;
  readonly role: Role;
  /** The sites assigned to its user; none where none are assigned to such users. */
  readonly siteIds: readonly string[];
  readonly connectedAt: Date;
  /** When its session ends, or it has lived long enough. */
  readonly endsAt: Date;
}

/**
 * API Gateway ends every connection after 2 hours; before that its client is told, and gets another one. Not all at the same age:
 * what began together, as after a failure, would come back together every time.
 */
const LIFE_MS = { shortest: 105 * 60_000, longest: 115 * 60_000 };

/** What is left of a connection whose end nobody saw goes so long after its time. */
const KEPT_SECONDS = 3_600;

/** When a connection is to be closed whose session ends at a time; `random` is from 0 to 1. */
export function endOfConnection(connectedAt: Date, sessionEndsAt: Date, random: number): Date {
  const life = LIFE_MS.shortest + random * (LIFE_MS.longest - LIFE_MS.shortest);
  return new Date(Math.min(connectedAt.getTime() + Math.floor(life), sessionEndsAt.getTime()));
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
  };
}

/**
 * The items of a connection: itself, where its tenant's changes find it; the way to it from its id; and, where its user
 * belongs to another tenant, itself once more where changes of that user find it.
 */
export function connectionItems(connection: Connection) {
  const { id, session, tenantId, role, siteIds, connectedAt, endsAt } = connection;
  const facts = {
    connection_id: id,
    home_tenant_id: session.tenantId,
    user_id: session.userId,
    token_id: session.tokenId,
    tenant_id: tenantId,
    role,
    site_ids: [...siteIds],
    connected_at: formatTimestamp(connectedAt),
    ends_at: formatTimestamp(endsAt),
    ttl: toEpochSeconds(endsAt) + KEPT_SECONDS,
  };
  const [own, byId, ...copies] = connectionKeys(connection);
  return [
    { ...own, ...facts, ...timerAttributes('live', session.userId, endsAt) },
    { ...byId, ...facts },
    ...copies.map((key) => ({ ...key, ...facts })),
  ];
}

/** Where the items of a connection stand. */
export function connectionKeys({ id, session, tenantId }: Pick<Connection, 'id' | 'session' | 'tenantId'>) {
  const { tenantId: home, userId } = session;
  const copies = home === tenantId ? [] : [connectionKey(home, userId, id)];
  return [connectionKey(tenantId, userId, id), connectionIdKey(id), ...copies] as const;
}

/** What its user reached when it was opened. */
export function scopeAtOpening({ session, role, siteIds }: Connection): Scope {
  return scopeOfUser({ ...session, role }, { site_ids: siteIds });
}

/** The part of what its user reaches that it is told of. */
export const scopeOfConnection = ({ tenantId }: Connection, scope: Scope) => narrowToTenant(scope, tenantId);
