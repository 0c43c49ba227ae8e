import { randomBytes } from 'node:crypto';
import { CHECK_MS } from '../../lib/client/watch/live-connection.ts';
import { LIVE_LIST_MS } from '../../lib/client/watch/watch.ts';
import { startEngine } from '../../lib/local/engine.ts';
import { prepareEnvironment, TABLE_NAME } from '../../lib/local/function-environment.ts';
import { readLocalSettings } from '../../lib/local/settings.ts';
import { writeItems } from '../../lib/local/write-items.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { findConnection } from '../../shared/live/authorize-connections.ts';
import { forgetConnection } from '../../shared/live/close-connection.ts';
import { LIFE_MS } from '../../shared/live/connection.ts';
import { readDeliveryState } from '../../shared/live/delivery-state.ts';
import { fanOut } from '../../shared/live/fan-out.ts';
import { openConnection } from '../../shared/live/open-connection.ts';
import { issueTicket } from '../../shared/live/ticket.ts';
import { connectionKey } from '../../shared/table/keys.ts';
import { connectTable } from '../../shared/table/table.ts';
import { type BenchData, makeBenchData } from '../bench-data.ts';
import { countEndpoints } from '../count-endpoints.ts';
import { withCountedGuard } from '../counted-guard.ts';
import { startCountingProxy } from '../counting-proxy.ts';
import { endpointCases } from '../endpoint-cases.ts';
import { raisedRecord } from '../live/raised-record.ts';
import { writeWatchers } from '../live/write-watchers.ts';
import { printTable } from '../print-table.ts';
import { writeBenchData } from '../write-bench-data.ts';
import { MONTH_MINUTES, PRICES } from './prices.ts';
import { requestPrice, socketRunPrice, type TableUnits } from './request-price.ts';

const ID = 'counted=';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const sockets = { post: async () => true, close: async () => {} };

/** Screens that are connected day and night, each with an operator of five sites who handles ten alerts a day. */
const SCREENS = 10_000;

const SCREEN_MINUTES = SCREENS * MONTH_MINUTES;
const every = (milliseconds: number) => (SCREEN_MINUTES * MINUTE) / milliseconds;

/** A screen lists when its connection is ready and soon after, and gets a ticket before. */
const REQUESTS_PER_CONNECTION = 3;
/** The changes of all alerts, each raised, acknowledged and resolved. */
const CHANGES = (SCREENS * 10 * 3 * MONTH_MINUTES) / (24 * 60);

/** The table's units of a connection from its ticket to its end, of a ping, and of a change for one screen. */
interface ConnectionUnits {
  readonly connection: TableUnits;
  readonly ping: TableUnits;
  readonly change: TableUnits;
}

/** The cost of a month of connected screens. `listPrice` is the price of one list. */
function connectedScreens(listPrice: number, units: ConnectionUnits) {
  const connections = every((LIFE_MS.shortest + LIFE_MS.longest) / 2);
  const rows = [
    {
      what: `lists of 20 alerts, every ${LIVE_LIST_MS / MINUTE} minutes`,
      dollars: every(LIVE_LIST_MS) * listPrice,
    },
    {
      what: `pings, every ${CHECK_MS / SECOND} seconds, and their replies`,
      dollars: every(CHECK_MS) * socketRunPrice({ ...units.ping, runs: 1, messages: 2, tracedShare: 0 }),
    },
    {
      what: 'connections, of 110 minutes: ticket, opening, two lists, end',
      dollars:
        connections *
        (REQUESTS_PER_CONNECTION * listPrice + socketRunPrice({ ...units.connection, runs: 3, messages: 2 })),
    },
    { what: 'minutes of connections', dollars: SCREEN_MINUTES * PRICES.socketMinute },
    { what: 'changes', dollars: CHANGES * socketRunPrice({ ...units.change, runs: 1, messages: 1 }) },
  ];
  const total = rows.reduce((sum, { dollars }) => sum + dollars, 0);
  return [...rows, { what: 'total', dollars: total }, { what: 'each', dollars: total / SCREENS }];
}

/** Counts the units of one connection of an operator. The table has the data. */
async function countConnection(
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
  const context = { table, sockets, now };
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
    await findConnection(table, ID);
    await readDeliveryState(table, connection, now, Math.random);
  });
  const raised = [raisedRecord(tenantId, alert.id, now)];
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

/** Prints what requests cost in eu-west-1: capacity units that are counted now times list prices (prices.ts). */
const ALERTS = 1_000;

const MILLION = 1_000_000;

const dollars = (amount: number) => `$${amount.toFixed(2)}`;

const engine = await startEngine({ dataFolder: undefined });

prepareEnvironment(process.env, readLocalSettings({}), engine.endpoint);

const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });

try {
  const data = makeBenchData(ALERTS);
  await writeBenchData(table, data);
  const { rows, screenList } = await withCountedGuard(engine.endpoint, async (guard, proxy) => {
    const token = await guard.signIn(data.operators[0]);
    const list = {
      method: 'GET',
      path: '/api/v1/alerts?status=active,acknowledged&limit=20',
      token,
    } as const;
    await guard.call(list);
    const { totals } = await proxy.count(() => guard.call(list));
    const { rows } = await countEndpoints(guard, proxy, endpointCases(guard, table, data));
    return { rows, screenList: totals };
  });
  const priced = rows.map((row) => {
    const name = String(row['endpoint']);
    const units = { readUnits: Number(row['read units']), writeUnits: Number(row['write units']) };
    return { name, ...units, price: requestPrice({ isLogin: name === 'login', ...units }) };
  });
  printTable(
    'A million requests in eu-west-1',
    priced.map(({ name, readUnits, writeUnits, price }) => ({
      request: name,
      'read units': readUnits,
      'write units': writeUnits,
      'a million': dollars(price * MILLION),
    })),
  );
  const listPrice = requestPrice({ isLogin: false, ...screenList });
  const screens = connectedScreens(listPrice, await countConnection(engine.endpoint, data));
  printTable(
    `A month of ${SCREENS.toLocaleString('en')} connected screens, in eu-west-1`,
    screens.map((it) => ({ what: it.what, 'a month': dollars(it.dollars) })),
  );
} finally {
  table.client.destroy();
  await engine.stop();
}
