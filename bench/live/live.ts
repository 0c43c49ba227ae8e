import { parseArgs } from 'node:util';
import * as z from 'zod';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { TABLE_NAME, useLocalAccount } from '../../lib/local/function-environment.ts';
import { startLocalServer } from '../../lib/local/start.ts';
import { connectTable } from '../../shared/table/table.ts';
import { percentile } from '../percentile.ts';
import { printTable } from '../print-table.ts';
import { now } from './now.ts';
import { connectScreens, type Screens } from './screens.ts';
import { writeWatchers } from './write-watchers.ts';

interface Latency {
  /** The time from sending the request that raises an alert until a screen has it, in milliseconds. */
  readonly median: number;
  readonly p99: number;
  readonly slowest: number;
  /** The time from sending that request until the last screen has the alert. */
  readonly lastMedian: number;
  /** The processor time of the server's thread for each alert and all screens, in milliseconds. */
  readonly processor: number;
}

/** Raises alerts one after the other and measures when each connected screen has them. */
async function measureLatency(
  screens: Screens,
  alerts: number,
  raise: (message: string) => Promise<void>,
): Promise<Latency> {
  const all: number[] = [];
  const last: number[] = [];
  const before = process.threadCpuUsage();
  for (let alert = 0; alert < alerts; alert += 1) {
    const message = `Alert ${alert} of ${now()}`;
    const sentAt = now();
    await raise(message);
    const delays = (await screens.seen(message)).map((at) => at - sentAt);
    all.push(...delays);
    last.push(Math.max(...delays));
  }
  const { user, system } = process.threadCpuUsage(before);
  all.sort((a, b) => a - b);
  last.sort((a, b) => a - b);
  return {
    median: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    slowest: percentile(all, 1),
    lastMedian: percentile(last, 0.5),
    processor: (user + system) / 1_000 / alerts,
  };
}

/**
 * The time from sending a report to 1, 100 and 1,000 connected screens, each with its
 * own operator. The local server and the sender run in this thread, the screens in another one.
 */
const { values } = parseArgs({ options: { alerts: { type: 'string', default: '50' } } });

const SCREENS = [1, 100, 1_000];

const SITES = 5;

const OUT_OF_THE_WAY = '1000000';

useLocalAccount(process.env);

const server = await startLocalServer({
  environment: {
    PORT: '0',
    GUARD_DATA: 'memory',
    GUARD_RATE_LIMIT_AUTH: OUT_OF_THE_WAY,
    GUARD_RATE_LIMIT_API: OUT_OF_THE_WAY,
    GUARD_RATE_LIMIT_TENANT: OUT_OF_THE_WAY,
  },
  log: () => {},
});

const table = connectTable({
  tableName: TABLE_NAME,
  dynamodbEndpoint: process.env['DYNAMODB_ENDPOINT'],
});

let token = '';

async function post(path: string, json: object): Promise<unknown> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(json),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path} was answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

const session = z
  .object({ token: z.string(), user: z.object({ tenant_id: z.string() }) })
  .parse(await post('/api/v1/auth/login', { email: 'master@acme.test', password: DEMO_PASSWORD }));

token = session.token;

const siteIds: string[] = [];

for (let site = 0; site < SITES; site += 1) {
  const created = await post('/api/v1/sites', { name: `Bench ${site}` });
  siteIds.push(z.object({ id: z.string() }).parse(created).id);
}

const tokens = await writeWatchers(table, Math.max(...SCREENS), {
  tenantId: session.user.tenant_id,
  siteIdsOf: () => siteIds,
});

const rows = [];

for (const count of SCREENS) {
  const screens = await connectScreens({
    url: server.url,
    tokens: tokens.slice(0, count).map(({ plainText }) => plainText),
  });
  const [site_id = ''] = siteIds;
  const latency = await measureLatency(screens, Number(values.alerts), async (message) => {
    await post('/api/v1/alerts', { site_id, type: 'panic', severity: 'critical', message });
  });
  await screens.close();
  rows.push({
    screens: count,
    'p50 ms': Math.round(latency.median),
    'p99 ms': Math.round(latency.p99),
    'slowest ms': Math.round(latency.slowest),
    'last screen, p50 ms': Math.round(latency.lastMedian),
    'processor, ms an alert': Math.round(latency.processor),
  });
}

await server.stop();

printTable(`From sending the request that raises an alert to a screen, ${values.alerts} alerts`, rows);
