import { USERS } from '../accounts/user.ts';
import { ALERTS } from '../alerts/alert.ts';
import { EXISTS, expression } from '../table/expression.ts';
import { connectionKey, connectionPrefix, livePartition } from '../table/keys.ts';
import { batchGet, inPartition, queryPages } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/writes.ts';
import { type Connection, readConnection, scopeAtOpening } from './connection.ts';
import type { Viewer } from './messages.ts';
import type { LiveChange } from './read-live-changes.ts';
import { isVisible } from './send-to-connections.ts';
import type { ViewedAlert } from './stream-changes.ts';

/**
 * Stores which alert a person has open on a connection; `null` for none. It costs one write, and nothing outlives the
 * connection. The stream then brings it to the others who have the alert open.
 */
export async function storeViewed(
  table: Table,
  { tenantId, session, id }: Connection,
  alertId: string | null,
): Promise<void> {
  const update = alertId === null ? expression`REMOVE #viewing` : expression`SET #viewing = ${alertId}`;
  await updateIf(table, connectionKey(tenantId, session.userId, id), { update, condition: EXISTS });
}

/** The people who have alerts open, for the connections on which they are open, and these connections. */
interface Viewers {
  readonly changes: readonly LiveChange[];
  readonly connections: readonly Connection[];
}

/**
 * Reads who has alerts open now. Whoever may not read an alert is not among its viewers, and is not sent them; API keys are
 * no people. Of a tenant with more connections than a page of the table holds, about 2,000, only these count.
 */
export async function readViewers(table: Table, viewed: readonly ViewedAlert[]): Promise<Viewers> {
  const alerts = [...new Map(viewed.map((it) => [it.alertId, it])).values()];
  const tenantIds = [...new Set(alerts.map(({ tenantId }) => tenantId))];
  const viewing = (await Promise.all(tenantIds.map((tenantId) => findViewing(table, tenantId)))).flat();
  const open = alerts
    .map((it) => ({ ...it, by: viewing.filter((one) => isViewing(one, it)) }))
    .filter(({ by }) => by.length > 0);
  const connections = open.flatMap(({ by }) => by);
  if (connections.length === 0) return { changes: [], connections };
  const [items, names] = await Promise.all([
    batchGet(
      table,
      open.map(({ tenantId, alertId }) => ALERTS.key(tenantId, alertId)),
    ),
    readNames(table, connections),
  ]);
  const changes = open.flatMap(({ alertId, by }, place): LiveChange[] => {
    const item = items[place];
    if (!item) return [];
    const about = { permission: 'alerts:read', subject: ALERTS.subject(ALERTS.entityOf(item)) } as const;
    const seeing = by.filter((it) => isVisible(it, scopeAtOpening(it), about));
    const ids = new Set(seeing.map(({ session }) => session.userId));
    const viewers = [...ids].flatMap((user_id): Viewer[] => {
      const name = names.get(user_id);
      return name === undefined ? [] : [{ user_id, name }];
    });
    const only = new Set(seeing.map(({ id }) => id));
    return [{ change: { type: 'viewers', alert_id: alertId, viewers }, ...about, only }];
  });
  return { changes, connections };
}

const isViewing = (connection: Connection, { tenantId, alertId }: ViewedAlert) =>
  connection.viewing === alertId && connection.tenantId === tenantId;

async function findViewing(table: Table, tenantId: string): Promise<Connection[]> {
  const key = inPartition(livePartition(tenantId), connectionPrefix());
  const filter = expression`attribute_exists(#viewing)`;
  for await (const page of queryPages(table, { key, filter })) return page.map(readConnection);
  return [];
}

/** The names of the users of these connections, by their ids. */
async function readNames(
  table: Table,
  connections: readonly Connection[],
): Promise<ReadonlyMap<string, string>> {
  const keys = new Map(
    connections.map(({ session }) => [session.userId, USERS.key(session.tenantId, session.userId)]),
  );
  const items = await batchGet(table, [...keys.values()]);
  return new Map(
    items.flatMap((item) => (item ? [[USERS.entityOf(item).id, USERS.entityOf(item).name]] : [])),
  );
}
