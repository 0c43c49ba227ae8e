import { startEngine } from '../../lib/local/engine.ts';
import { prepareEnvironment, TABLE_NAME } from '../../lib/local/function-environment.ts';
import { readLocalSettings } from '../../lib/local/settings.ts';
import { connectTable } from '../../shared/table/table.ts';
import { makeBenchData } from '../bench-data.ts';
import { countEndpoints } from '../count-endpoints.ts';
import { withCountedGuard } from '../counted-guard.ts';
import { endpointCases, HEARTBEAT_CASE } from '../endpoint-cases.ts';
import { printTable } from '../print-table.ts';
import { writeBenchData } from '../write-bench-data.ts';
import { connectedScreens, SCREENS } from './connected-screens.ts';
import { countConnection } from './count-connection.ts';
import { idleBill } from './idle-bill.ts';
import { requestPrice } from './request-price.ts';

/**
 * `npm run cost` prints what Guard costs in eu-west-1: capacity units that are counted now times list prices (prices.ts), and
 * the monthly bill of a stage without callers.
 */
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
  const heartbeat = priced.find(({ name }) => name === HEARTBEAT_CASE);
  if (!heartbeat) throw new Error(`${HEARTBEAT_CASE} was not counted`);
  const listPrice = requestPrice({ isLogin: false, ...screenList });
  const screens = connectedScreens(listPrice, await countConnection(engine.endpoint, data));
  printTable(
    `A month of ${SCREENS.toLocaleString('en')} connected screens, in eu-west-1`,
    screens.map((it) => ({ what: it.what, 'a month': dollars(it.dollars) })),
  );
  const idle = await idleBill(heartbeat.price);
  const total = idle.reduce((sum, it) => sum + it.dollars, 0);
  printTable(
    'A month of a prod stage without callers, in eu-west-1',
    [...idle, { what: 'total', dollars: total }].map((it) => ({
      what: it.what,
      'a month': dollars(it.dollars),
    })),
  );
} finally {
  table.client.destroy();
  await engine.stop();
}
