import { parseArgs } from 'node:util';
import { functionSources } from '../functions/sources.ts';
import { describeBundles } from '../lib/cdk/functions/bundle.ts';
import { startEngine } from '../lib/local/engine.ts';
import { prepareEnvironment, TABLE_NAME } from '../lib/local/function-environment.ts';
import { readLocalSettings } from '../lib/local/settings.ts';
import { connectTable, type Table } from '../shared/table/table.ts';
import { type BenchData, makeBenchData } from './bench-data.ts';
import { bundleFaults, bundleRows, bundleSizes, carrierFaults } from './cold/bundle-size.ts';
import { countEndpoints } from './count-endpoints.ts';
import { type Counted, countLists, listReport } from './count-lists.ts';
import { countShapes } from './count-shapes.ts';
import { countSizes } from './count-sizes.ts';
import { withCountedGuard } from './counted-guard.ts';
import { endpointCases } from './endpoint-cases.ts';
import { FULL_SIZE, fullTenantItems, type TenantSize } from './full-tenant.ts';
import { newTenant } from './new-tenant.ts';
import { printTable } from './print-table.ts';
import { writeBenchData, writeInLanes } from './write-bench-data.ts';

/**
 * `npm run bench` measures what requests cost at the table, and the size of the functions.
 *
 *     --alerts 100000   how many alerts to write; fewer for a quick run
 *     --full            also lists of up to a million alerts: 15 minutes, 25 GB of temporary files, and the embedded
 * engine only
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
  const { endpoints, lists, sizes, shapes } = await count(table, data);
  printTable('Endpoints: one request at the table', endpoints.rows);
  printTable(`Alert lists: a page of 20 of ${alertCount} alerts, first → deep`, lists.rows);
  printTable(`Endpoints in an empty tenant → in one with ${describeSize(fullSize)}`, sizes.rows);
  printTable(
    `Alert lists of tenants with ${shapeSize} alerts each in bad distributions, first → deep`,
    shapes.rows,
  );
  const bundles = bundleSizes(await describeBundles(functionSources()));
  printTable('Bundles: the largest, in bytes', bundleRows(bundles));
  const growth = values.full ? await grow() : undefined;
  if (growth) printTable('Alert lists: capacity units of a page of 20, first → page 10,000', growth.rows);
  const all = [endpoints, lists, sizes, shapes, ...(growth ? [growth] : [])];
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
): Promise<Record<'endpoints' | 'lists' | 'sizes' | 'shapes', Counted>> {
  return withCountedGuard(engine.endpoint, async (guard, proxy) => {
    const lists = listReport(await countLists(guard, proxy, data));
    const endpoints = await countEndpoints(guard, proxy, endpointCases(guard, to, data));
    const empty = await newTenant(guard, data.platformAdmin, 'empty');
    const full = await newTenant(guard, data.platformAdmin, 'full');
    await writeInLanes(to, fullTenantItems(full.id, fullSize));
    const sizes = await countSizes(guard, proxy, empty, full);
    return { lists, endpoints, sizes, shapes: await countShapes(guard, proxy, to, shapeSize) };
  });
}

/** The import is here, because older Node versions lack a module that it needs. */
async function grow(): Promise<Counted> {
  const { countGrowth } = await import('./growth.ts');
  const startedAt = performance.now();
  const growth = await countGrowth();
  console.log(`Growth took ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`);
  return growth;
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
