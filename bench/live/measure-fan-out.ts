import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DynamoDBRecord } from 'aws-lambda';
import { ensureTable } from '../../lib/local/create-table.ts';
import { startEngine } from '../../lib/local/engine.ts';
import { TABLE_NAME } from '../../lib/local/function-environment.ts';
import { writeItems } from '../../lib/local/write-items.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { connectSockets } from '../../shared/lambda/sockets.ts';
import { SOCKETS_ENDPOINT_VARIABLE } from '../../shared/lambda/trigger.ts';
import { connectionItems } from '../../shared/live/connection.ts';
import { fanOut } from '../../shared/live/fan-out.ts';
import { parseToken } from '../../shared/sessions/token.ts';
import { connectTable } from '../../shared/table/table.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { freshAlerts } from '../bench-alerts.ts';
import { makeBenchData } from '../bench-data.ts';
import { writeWatchers } from './write-watchers.ts';

const MINUTE = 60_000;
/** Sites of each operator. */
const SITES = 5;

/**
 * The median processor time, in milliseconds, of this thread for one fan-out of one change to a number of operators. The
 * engine and the receiver of the posts run outside the thread.
 */
export async function measureFanOut(screens: number, runs: number): Promise<number> {
  const engine = await startEngine({ dataFolder: undefined });
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });
  await ensureTable(table.client, table.name);
  const receiver = new Worker(new URL('./post-server.ts', import.meta.url));
  const [endpoint]: string[] = await once(receiver, 'message');
  const { tenants, sites, origin } = makeBenchData(0);
  const tenant = tenants.find(({ id }) => id === sites[0]?.tenant_id);
  const [alert] = freshAlerts(1, { ...origin, sites: sites.slice(0, 1) });
  if (!tenant || !alert) throw new Error('There is no alert');
  const siteIds = sites.slice(0, SITES).map(({ id }) => id);
  const tokens = await writeWatchers(table, screens, { tenantId: tenant.id, siteIds });
  const now = new Date();
  const connections = tokens.flatMap((token, place) => {
    const [number = '', secret = ''] = token.split('|');
    const session = parseToken(number, secret);
    if (!session) throw new Error('Not a token');
    return connectionItems({
      id: `connection-${place}=`,
      session,
      tenantId: tenant.id,
      role: 'operator',
      siteIds,
      connectedAt: new Date(now.getTime() - MINUTE),
      endsAt: new Date(now.getTime() + MINUTE),
      hasReceivers: true,
    });
  });
  await writeItems(table, [TENANTS.item(tenant), ALERTS.item(alert), ...connections]);
  const sockets = connectSockets({ [SOCKETS_ENDPOINT_VARIABLE]: endpoint, AWS_REGION: 'local' });
  const records = [raisedRecord(tenant.id, alert.id, now)];
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const before = process.threadCpuUsage();
    const { messages } = await fanOut(records, { table, sockets, now, random: Math.random });
    const { user, system } = process.threadCpuUsage(before);
    if (messages !== screens) throw new Error(`${messages} of ${screens} screens received the change`);
    if (run > 0) times.push((user + system) / 1_000); // the first is cold
  }
  receiver.postMessage('close');
  await once(receiver, 'exit');
  table.client.destroy();
  await engine.stop();
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function raisedRecord(tenantId: string, alertId: string, at: Date): DynamoDBRecord {
  const data = {
    alert_id: { S: alertId },
    action: { S: 'raised' },
    at: { S: formatTimestamp(at) },
  };
  return {
    eventName: 'INSERT',
    dynamodb: {
      Keys: { pk: { S: `TENANT#${tenantId}` }, sk: { S: `HISTORY#${alertId}#1` } },
      NewImage: { data: { M: data } },
    },
  };
}
