import { parseArgs } from 'node:util';
import * as z from 'zod';
import { functionSources } from '../functions/sources.ts';
import { describeBundles } from '../lib/cdk/functions/bundle.ts';
import { startEngine } from '../lib/local/engine.ts';
import { prepareEnvironment, TABLE_NAME } from '../lib/local/function-environment.ts';
import { readLocalSettings } from '../lib/local/settings.ts';
import { emailItem, userItem } from '../shared/accounts/account.ts';
import type { User } from '../shared/accounts/user.ts';
import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { DEVICES, deviceInputSchema, newDevice } from '../shared/devices/device.ts';
import { newSite, SITES } from '../shared/sites/site.ts';
import { CHILD_COUNT } from '../shared/table/keys.ts';
import { connectTable, type Table } from '../shared/table/table.ts';
import { BENCH_PASSWORD, type BenchData, makeBenchData } from './bench-data.ts';
import { bundleFaults, bundleRows, bundleSizes, carrierFaults } from './cold/bundle-size.ts';
import { countEndpoints } from './count-endpoints.ts';
import { type Counted, countLists, listReport } from './count-lists.ts';
import { countLives } from './count-lives.ts';
import { countSizes, type SizedTenant } from './count-sizes.ts';
import { withCountedGuard } from './counted-guard.ts';
import type { CountingProxy } from './counting-proxy.ts';
import { endpointCases } from './endpoint-cases.ts';
import type { GuardUnderTest } from './guard-under-test.ts';
import { EMPTY_FILTERS, filterCombinations, listScopes } from './list-cases.ts';
import { printTable, type Row } from './print-table.ts';
import { seededRandom } from './random.ts';
import { SHAPES } from './shapes.ts';
import { writeBenchData, writeInLanes } from './write-bench-data.ts';

interface TenantSize {
  readonly sites: number;
  readonly devices: number;
  readonly users: number;
}

const FULL_SIZE: TenantSize = { sites: 10_000, devices: 50_000, users: 5_000 };

const FILLED_AT = new Date('2026-02-01T08:00:00Z');

/** The items of this number of sites, devices and users, as the endpoints would have written them one by one. */
function* fullTenantItems(
  tenantId: string,
  size: TenantSize,
): Generator<Record<string, unknown>, void, void> {
  const random = seededRandom('guard bench full tenant');
  const makeId = () => newId(FILLED_AT, random.bytes);
  const at = formatTimestamp(FILLED_AT);
  const stamps = { created_at: at, updated_at: at };
  const devicesPerSite = Math.ceil(size.devices / size.sites);
  let devices = 0;
  for (let place = 0; place < size.sites; place++) {
    const held = Math.min(devicesPerSite, size.devices - devices);
    const site = newSite({ name: `Site ${place}` }, { id: makeId(), tenantId, at });
    yield { ...SITES.item(site), [CHILD_COUNT]: held };
    for (const end = devices + held; devices < end; devices++) {
      const input = deviceInputSchema.parse({
        name: `Device ${devices}`,
        type: devices % 2 ? 'camera' : 'motion-sensor',
        heartbeat_seconds: 300,
      });
      const device = newDevice(input, { id: makeId(), site, at });
      yield DEVICES.item({ ...device, status: devices % 10 ? 'online' : 'offline' });
    }
  }
  for (let place = 0; place < size.users; place++) {
    const user = {
      id: makeId(),
      name: `User ${place}`,
      email: `full-${place}@bench.test`,
      role: place % 2 ? ('operator' as const) : ('viewer' as const),
      status: 'active' as const,
      password_login_enabled: false,
      sso_login_enabled: true,
      role_managed_by_sso: false,
      tenant_id: tenantId,
      last_login_at: null,
      ...stamps,
    };
    yield userItem(user, { password_hash: null, session_version: 1 });
    yield emailItem(user);
  }
}

const createdSchema = z.object({ id: z.string() });

async function newTenant(
  guard: GuardUnderTest,
  platformAdmin: User,
  name: string,
): Promise<SizedTenant & { readonly id: string }> {
  const master = { name: 'Master', email: `master-of-${name}@bench.test`, password: BENCH_PASSWORD };
  const answer = await guard.call({
    method: 'POST',
    path: '/api/v1/tenants',
    token: await guard.signIn(platformAdmin),
    json: { name, master },
  });
  return { id: createdSchema.parse(answer).id, name, token: await guard.signIn(master) };
}

/** Writes a tenant of each shape and counts its lists. The platform's lists contain all shapes. */
async function countShapes(
  guard: GuardUnderTest,
  proxy: CountingProxy,
  table: Table,
  alertCount: number,
): Promise<Counted> {
  const rows: Row[] = [];
  const faults: string[] = [];
  for (const shape of SHAPES) {
    const data = makeBenchData(alertCount, shape);
    await writeBenchData(table, data);
    const lists = await countLists(guard, proxy, data, {
      scopes: listScopes(data).filter(({ name }) => name !== 'platform'),
      filters: [...filterCombinations(), ...EMPTY_FILTERS],
    });
    const counted = listReport(lists);
    rows.push(...counted.rows.map((row) => ({ shape: shape.name, ...row })));
    faults.push(...counted.faults.map((fault) => `${shape.name}, ${fault}`));
  }
  return { rows, faults };
}

/**
 * `npx node bench/bench.ts` measures what requests cost at the table, and the size of the functions.
 *
 *     --alerts 100000   how many alerts to write; fewer for a quick run
 *     --full            shapes of 12,000 alerts, so that some have 5,000 open ones
 *
 * Counts are the same in every run. A count over its budget is printed and sets the exit code to 1.
 */
const { values } = parseArgs({
  options: {
    alerts: { type: 'string', default: '100000' },
    full: { type: 'boolean', default: false },
  },
});

const alertCount = wholeNumber('alerts', values.alerts, 1_000, 1_000_000);

/** The number of alerts of each shape. Only a large one can have 5,000 open alerts. */
const shapeSize = values.full ? 12_000 : Math.min(2_000, Math.ceil(alertCount / 10));

/** The full tenant is smaller where there are fewer alerts, so that a quick run is quick. */
const fullSize = scale(FULL_SIZE, Math.min(1, alertCount / 100_000));

const engine = await startEngine({ dataFolder: undefined });

prepareEnvironment(process.env, readLocalSettings({}), engine.endpoint);

const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });

try {
  const data = await write(table);
  const { endpoints, lives, lists, sizes, shapes } = await count(table, data);
  printTable('Endpoints: one request at the table', endpoints.rows);
  printTable('The life of an alert, step by step', lives.rows);
  printTable('The size of an alert in the table', lives.sizes);
  printTable(`Alert lists: a page of 20 of ${alertCount} alerts, first → deep`, lists.rows);
  printTable(`Endpoints in an empty tenant → in one with ${describeSize(fullSize)}`, sizes.rows);
  printTable(
    `Alert lists of tenants with ${shapeSize} alerts each in bad distributions, first → deep`,
    shapes.rows,
  );
  const bundles = bundleSizes(await describeBundles(functionSources()));
  printTable('Bundles: the largest, in bytes', bundleRows(bundles));
  const all = [endpoints, lives, lists, sizes, shapes];
  report([...all.flatMap(({ faults }) => faults), ...bundleFaults(bundles), ...carrierFaults(bundles)]);
} finally {
  table.client.destroy();
  await engine.stop();
}

async function write(to: Table): Promise<BenchData> {
  const startedAt = performance.now();
  const data = makeBenchData(alertCount);
  await writeBenchData(to, data);
  const open = data.alerts.filter(({ status }) => status !== 'resolved').length;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(`Wrote ${alertCount} alerts, ${open} of them open, in ${seconds} s`);
  return data;
}

/** Lists are counted first, because acknowledging changes them and shapes add alerts to the platform's lists. */
async function count(
  to: Table,
  data: BenchData,
): Promise<
  Record<'endpoints' | 'lists' | 'sizes' | 'shapes', Counted> & {
    readonly lives: Awaited<ReturnType<typeof countLives>>;
  }
> {
  return withCountedGuard(engine.endpoint, async (guard, proxy) => {
    const lists = listReport(await countLists(guard, proxy, data));
    const endpoints = await countEndpoints(guard, proxy, endpointCases(guard, to, data));
    const lives = await countAlertLives(guard, proxy, to, data);
    const empty = await newTenant(guard, data.platformAdmin, 'empty');
    const full = await newTenant(guard, data.platformAdmin, 'full');
    await writeInLanes(to, fullTenantItems(full.id, fullSize));
    const sizes = await countSizes(guard, proxy, empty, full);
    return { lists, endpoints, lives, sizes, shapes: await countShapes(guard, proxy, to, shapeSize) };
  });
}

/** Timers read and write behind the proxy, too. */
async function countAlertLives(guard: GuardUnderTest, proxy: CountingProxy, to: Table, data: BenchData) {
  const counted = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: proxy.url });
  try {
    return await countLives({ guard, proxy, counted, table: to, data });
  } finally {
    counted.client.destroy();
  }
}

function scale({ sites, devices, users }: TenantSize, factor: number): TenantSize {
  const scaled = (count: number) => Math.ceil(count * factor);
  return { sites: scaled(sites), devices: scaled(devices), users: scaled(users) };
}

function describeSize({ sites, devices, users }: TenantSize): string {
  return `${sites} sites, ${devices} devices and ${users} users`;
}

function report(faults: readonly string[]): void {
  console.log(faults.length === 0 ? '\nEvery budget is met.' : `\nOver budget, in ${faults.length} places:`);
  for (const fault of faults) console.log(`- ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

function wholeNumber(name: string, text: string, minimum: number, maximum: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  console.error(`--${name} must be a whole number from ${minimum} to ${maximum}, not ${text}`);
  process.exit(2);
}
