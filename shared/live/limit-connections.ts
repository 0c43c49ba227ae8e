import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { SessionIds } from '../sessions/session-ids.ts';
import { batchGet } from '../table/batch-get.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { anyOf, attribute, EXISTS, expression, expressionInput } from '../table/expression.ts';
import { getItem } from '../table/get-item.ts';
import { inPartition } from '../table/in-partition.ts';
import { connectionIdKey, connectionPrefix, livePartition, placesKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { updateItem } from '../table/writes.ts';
import { toEpochSeconds } from '../time.ts';
import { type Connection, EXPIRY_SECONDS, LIFE_MS } from './connection.ts';

/** The maximum number of connections that a user may have open. Every change reads and authorizes each of them. */
export const CONNECTION_LIMIT = 50;

/**
 * Counts the connections of a user strongly consistently, whatever tenants they watch: the partition of the user's own tenant
 * contains them all. None of several connections that are opened at the same moment sees the others: their places decide. The
 * count includes those that the release before this one opened, without a place.
 */
export async function hasReachedConnectionLimit(
  table: Table,
  { tenantId, userId }: Omit<SessionIds, 'tokenId'>,
): Promise<boolean> {
  const { Count = 0 } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...expressionInput({ key: inPartition(livePartition(tenantId), connectionPrefix(userId)) }),
      ConsistentRead: true,
      Select: 'COUNT',
      Limit: CONNECTION_LIMIT,
    }),
  );
  return Count >= CONNECTION_LIMIT;
}

const PLACES = attribute('places');

/**
 * Takes a place for a new connection. It belongs to the transaction that stores the connection, so that no place is without a
 * connection. A place is the id of its connection: a repetition takes it once.
 */
export function takePlace(table: Table, { id, session, connectedAt }: Connection): GuardedWrite {
  // All connections that have a place have ended by then, whatever the end of this one.
  const ttl = toEpochSeconds(new Date(connectedAt.getTime() + LIFE_MS.longest)) + EXPIRY_SECONDS;
  const isLeft = anyOf(
    expression`attribute_not_exists(${PLACES})`,
    expression`size(${PLACES}) < ${CONNECTION_LIMIT}`,
    expression`contains(${PLACES}, ${id})`,
  );
  return updateItem(
    table,
    placesKey(session.tenantId, session.userId),
    {
      update: expression`ADD ${PLACES} ${new Set([id])} SET #ttl = ${ttl}`,
      condition: isLeft,
    },
    'too_many_connections',
  );
}

/** Gives back the place of a connection. Connections of the release before this one have none. */
export const leavePlace = (table: Table, { id, session }: Connection): Promise<unknown> =>
  removePlaces(table, session, [id]);

/**
 * Gives back the places of connections that no longer exist: forgetting them failed before, or the release before this one
 * forgot them. Resolves to whether there were any. An id is never used again, so no such connection comes back.
 */
export async function leaveStalePlaces(table: Table, session: Connection['session']): Promise<boolean> {
  const item = await getItem(table, placesKey(session.tenantId, session.userId));
  const places = item?.['places'];
  const ids = places instanceof Set ? [...places].map(String) : [];
  const connections = await batchGet(table, ids.map(connectionIdKey));
  const stale = ids.filter((_, place) => !connections[place]);
  if (stale.length > 0) await removePlaces(table, session, stale);
  return stale.length > 0;
}

const removePlaces = (table: Table, { tenantId, userId }: Connection['session'], ids: readonly string[]) =>
  commit(table, [
    updateItem(
      table,
      placesKey(tenantId, userId),
      { update: expression`DELETE ${PLACES} ${new Set(ids)}`, condition: EXISTS },
      'stale',
    ),
  ]);
