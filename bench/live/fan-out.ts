import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DynamoDBRecord } from 'aws-lambda';
import { ensureTable } from '../../lib/local/create-table.ts';
import { startEngine } from '../../lib/local/engine.ts';
import { TABLE_NAME, useLocalAccount } from '../../lib/local/function-environment.ts';
import { writeItems } from '../../lib/local/write-items.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { connectSockets, type Sockets } from '../../shared/lambda/sockets.ts';
import { SOCKETS_ENDPOINT_VARIABLE } from '../../shared/lambda/trigger.ts';
import { connectionItems } from '../../shared/live/connection.ts';
import { fanOut } from '../../shared/live/fan-out.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { freshAlerts } from '../bench-alerts.ts';
import { makeBenchData } from '../bench-data.ts';
import { startCountingProxy } from '../counting-proxy.ts';
import { printTable } from '../print-table.ts';
import { raisedRecord } from './raised-record.ts';
import { writeWatchers } from './write-watchers.ts';

const SCREENS_OF_A_SITE = 50;

const MINUTE = 60_000;

/**
 * Writes a tenant with an alert at its first site, and open connections of operators. Resolves to the change that raised the
 * alert, as the stream has it.
 */
async function writeScreens(
  table: Table,
  count: number,
  sitesOf: (place: number, siteIds: readonly string[]) => readonly string[],
): Promise<DynamoDBRecord[]> {
  const { tenants, sites, origin } = makeBenchData(0);
  const tenant = tenants.find(({ id }) => id === sites[0]?.tenant_id);
  const [alert] = freshAlerts(1, { ...origin, sites: sites.slice(0, 1) });
  if (!tenant || !alert) throw new Error('There is no alert');
  const siteIds = sites.map(({ id }) => id);
  const siteIdsOf = (place: number) => sitesOf(place, siteIds);
  const tokens = await writeWatchers(table, count, { tenantId: tenant.id, siteIdsOf });
  const now = new Date();
  const connections = tokens.flatMap((session, place) =>
    connectionItems({
      id: `connection-${place}=`,
      session,
      tenantId: tenant.id,
      role: 'operator',
      siteIds: siteIdsOf(place),
      connectedAt: new Date(now.getTime() - MINUTE),
      endsAt: new Date(now.getTime() + 60 * MINUTE),
    }),
  );
  await writeItems(table, [TENANTS.item(tenant), ALERTS.item(alert), ...connections]);
  return [raisedRecord(tenant.id, alert.id, now)];
}

/** Counts what two changes at one site cost. The first reads all connections, as every five minutes. */
async function countFanOut(screens: number) {
  const engine = await startEngine({ dataFolder: undefined });
  const proxy = await startCountingProxy({ endpoint: engine.endpoint, holdsResponses: false });
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: proxy.url });
  await ensureTable(table.client, table.name);
  const records = await writeScreens(table, screens, (place, [site = '']) => [
    place < SCREENS_OF_A_SITE ? site : `site-${Math.floor(place / SCREENS_OF_A_SITE)}`,
  ]);
  let posts = 0;
  const sockets: Sockets = {
    async post() {
      posts += 1;
      return true;
    },
    async close() {},
  };
  const count = async () => {
    posts = 0;
    const context = { table, sockets, now: new Date() };
    return (await proxy.count(() => fanOut(records, context))).totals;
  };
  const [all, change] = [await count(), await count()];
  table.client.destroy();
  await proxy.stop();
  await engine.stop();
  return {
    screens,
    'items queried': change.itemsRead,
    'read units': change.readUnits,
    posts,
    'read units, once in 5 minutes': all.readUnits,
  };
}

const SITES = 5;

/**
 * The median processor time, in milliseconds, of this thread for one fan-out of one change to a number of operators. The
 * engine and the receiver of the posts run outside the thread.
 */
async function measureFanOut(screens: number, runs: number): Promise<number> {
  const engine = await startEngine({ dataFolder: undefined });
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });
  await ensureTable(table.client, table.name);
  const receiver = new Worker(new URL('./post-server.ts', import.meta.url));
  const [endpoint]: string[] = await once(receiver, 'message');
  const records = await writeScreens(table, screens, (_, siteIds) => siteIds.slice(0, SITES));
  const sockets = connectSockets({ [SOCKETS_ENDPOINT_VARIABLE]: endpoint, AWS_REGION: 'local' });
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const before = process.threadCpuUsage();
    const { messages } = await fanOut(records, { table, sockets, now: new Date() });
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

/**
 * The processor time of a fan-out, and what it reads and posts. It has a process of
 * its own: after 10,000 screens, a server that starts in the same thread can exceed the 10 seconds that its framework
 * allows.
 */
const SCREENS = [1, 100, 1_000];

const RUNS = 15;

useLocalAccount(process.env);

const alone = [];

for (const count of SCREENS) {
  const milliseconds = await measureFanOut(count, RUNS);
  alone.push({ screens: count, 'processor, ms': Math.round(milliseconds) });
}

printTable(`One fan-out of one change, the function alone, median of ${RUNS} runs`, alone);

const counts = [];

for (const count of [SCREENS_OF_A_SITE, 1_000, 10_000]) counts.push(await countFanOut(count));

printTable(`One change at a site with ${SCREENS_OF_A_SITE} screens, by the screens of its tenant`, counts);
