import { randomBytes } from 'node:crypto';
import { TABLE_NAME } from '../../lib/local/function-environment.ts';
import { writeItems } from '../../lib/local/write-items.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { forgetConnection } from '../../shared/live/close-connection.ts';
import { fanOut } from '../../shared/live/fan-out.ts';
import { countMessage } from '../../shared/live/messages.ts';
import { openConnection } from '../../shared/live/open-connection.ts';
import { mayHaveMissedChanges } from '../../shared/live/read-live-changes.ts';
import { issueTicket } from '../../shared/live/ticket.ts';
import { connectionKey } from '../../shared/table/keys.ts';
import { connectTable } from '../../shared/table/table.ts';
import type { BenchData } from '../bench-data.ts';
import { startCountingProxy } from '../counting-proxy.ts';
import { raisedRecord } from '../live/raised-record.ts';
import { writeWatchers } from '../live/write-watchers.ts';
import type { ConnectionUnits } from './connected-screens.ts';
import type { TableUnits } from './request-price.ts';

const ID = 'counted=';
const MINUTE = 60_000;
const sockets = { post: async () => true, close: async () => {} };

/** Counts the units of one connection of an operator. The table has the data. */
export async function countConnection(
  endpoint: string,
  { operatorSiteIds, sites, alerts }: BenchData,
): Promise<ConnectionUnits> {
  const proxy = await startCountingProxy({ endpoint, holdsResponses: false });
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: proxy.url });
  const now = new Date();
  const tenantId = sites[0]?.tenant_id ?? '';
  const alert = alerts.find(({ site_id }) => operatorSiteIds.includes(site_id));
  const [session] = await writeWatchers(table, 1, { tenantId, siteIdsOf: () => operatorSiteIds });
  if (!session || !alert) throw new Error('No session, or no alert');
  const ticket = issueTicket(session, tenantId, randomBytes);
  const expires_at = formatTimestamp(new Date(now.getTime() + MINUTE));
  await writeItems(table, [{ ...ticket.key, secret_hash: ticket.secretHash, expires_at }]);

  const count = async (run: () => Promise<unknown>): Promise<TableUnits> => (await proxy.count(run)).totals;
  const context = { table, sockets, now, random: () => 0 };
  const opening = await proxy.count(() =>
    openConnection(table, ticket.plainText, { connectionId: ID, now, random: () => 0 }),
  );
  const connection = opening.result;
  if (typeof connection === 'string') throw new Error(connection);
  const { pk, sk } = connectionKey(tenantId, session.userId, ID);
  const ready = await count(() =>
    fanOut([{ eventName: 'INSERT', dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } }], context),
  );
  const ping = await count(async () => {
    await countMessage(table, ID, now);
    await mayHaveMissedChanges(table, connection);
  });
  const raised = [raisedRecord(tenantId, alert.id, now)];
  await fanOut(raised, context); // reads all connections
  const change = await count(() => fanOut(raised, context));
  const end = await count(() => forgetConnection(table, connection));
  table.client.destroy();
  await proxy.stop();
  return { connection: sum(opening.totals, ready, end), ping, change };
}

const sum = (...parts: readonly TableUnits[]): TableUnits => ({
  readUnits: parts.reduce((total, { readUnits }) => total + readUnits, 0),
  writeUnits: parts.reduce((total, { writeUnits }) => total + writeUnits, 0),
});
