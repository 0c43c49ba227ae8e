import { parseArgs } from 'node:util';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { TABLE_NAME, useLocalAccount } from '../../lib/local/function-environment.ts';
import { startLocalServer } from '../../lib/local/start.ts';
import { connectTable } from '../../shared/table/table.ts';
import { sendRequest } from '../../test/support/send-request.ts';
import { printTable } from '../print-table.ts';
import { measureFanOut } from './measure-fan-out.ts';
import { measureLatency } from './measure-latency.ts';
import { connectScreens } from './screens.ts';
import { writeWatchers } from './write-watchers.ts';

/**
 * `npm run bench:live`: the processor time of a fan-out; and the time from a change to a screen, with 1, 100 and 1,000 connected screens, each of an operator of its own. The
 * server is the one of `npm start`, in this process; the screens are in a thread of theirs.
 */
const { values } = parseArgs({ options: { alerts: { type: 'string', default: '50' } } });

const SCREENS = [1, 100, 1_000];
const EXAMPLE_SITES = Array.from({ length: 5 }, (_, place) => `019a0000-0000-7000-8000-00000000000${place}`);
/** Of one fan-out after the other. */
const RUNS = 15;
const OUT_OF_THE_WAY = '1000000';

useLocalAccount(process.env);
const alone = [];
for (const count of SCREENS) {
  const milliseconds = await measureFanOut(count, EXAMPLE_SITES, RUNS);
  alone.push({ screens: count, 'processor, ms': Math.round(milliseconds) });
}
printTable(`One fan-out of one change, the function alone, the middle of ${RUNS} runs`, alone);

const server = await startLocalServer({
  environment: {
    PORT: '0',
    GUARD_DATA: 'memory',
    GUARD_RATE_LIMIT_AUTH: OUT_OF_THE_WAY,
    GUARD_RATE_LIMIT_API: OUT_OF_THE_WAY,
  },
  log: () => {},
});
const table = connectTable({
  tableName: TABLE_NAME,
  dynamodbEndpoint: process.env['DYNAMODB_ENDPOINT'],
});
let token = '';
async function post(path: string, json: object) {
  const { status, body, text } = await sendRequest(server.url, `POST ${path}`, {
    json,
    ...(token ? { token } : {}),
  });
  if (status >= 300) throw new Error(text);
  return body;
}
const session = await post('/api/v1/auth/login', { email: 'master@acme.test', password: DEMO_PASSWORD });
token = session.token;
const siteIds: string[] = [];
for (const [site] of EXAMPLE_SITES.entries()) {
  siteIds.push((await post('/api/v1/sites', { name: `Bench ${site}` })).id);
}
const tokens = await writeWatchers(table, Math.max(...SCREENS), {
  tenantId: session.user.tenant_id,
  siteIds,
});

const rows = [];
for (const count of SCREENS) {
  const screens = await connectScreens({ url: server.url, tokens: tokens.slice(0, count) });
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
printTable(`From a raised alert to a screen, ${values.alerts} alerts`, rows);
