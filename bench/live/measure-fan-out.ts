import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DynamoDBRecord } from 'aws-lambda';
import { writeItems } from '../../lib/local/write-items.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { connectSockets } from '../../shared/lambda/sockets.ts';
import { SOCKETS_ENDPOINT_VARIABLE } from '../../shared/lambda/trigger.ts';
import { connectionItems } from '../../shared/live/connection.ts';
import { fanOut } from '../../shared/live/fan-out.ts';
import { parseToken } from '../../shared/sessions/token.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { makeAlert } from '../../test/support/make-alert.ts';
import { makeTenant } from '../../test/support/make-tenant.ts';
import { startTable } from '../../test/support/table.ts';
import { writeWatchers } from './write-watchers.ts';

const MINUTE = 60_000;

/**
 * The processor time of the thread of one fan-out of one change to so many operators, in milliseconds: without the engine and
 * without who takes the posts. The middle of some runs.
 */
export async function measureFanOut(
  screens: number,
  siteIds: readonly string[],
  runs: number,
): Promise<number> {
  const table = await startTable();
  const taker = new Worker(new URL('./post-server.ts', import.meta.url));
  const [endpoint]: string[] = await once(taker, 'message');
  const tenant = makeTenant();
  const alert = makeAlert({ tenant_id: tenant.id, ...(siteIds[0] ? { site_id: siteIds[0] } : {}) });
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
    });
  });
  await writeItems(table, [TENANTS.item(tenant), ALERTS.item(alert), ...connections]);
  const sockets = connectSockets({ [SOCKETS_ENDPOINT_VARIABLE]: endpoint, AWS_REGION: 'local' });
  const records = [raisedRecord(tenant.id, alert.id, now)];
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const before = process.threadCpuUsage();
    const { messages } = await fanOut(records, { table, sockets, now });
    const { user, system } = process.threadCpuUsage(before);
    if (messages !== screens) throw new Error(`${messages} of ${screens} screens were told`);
    if (run > 0) times.push((user + system) / 1_000); // the first is cold
  }
  taker.postMessage('close');
  await once(taker, 'exit');
  await table.stop();
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
