import { parseArgs } from 'node:util';
import { functionSources } from '../../functions/sources.ts';
import { describeBundles } from '../../lib/cdk/functions/bundle.ts';
import { startEngine } from '../../lib/local/engine.ts';
import { prepareEnvironment, TABLE_NAME } from '../../lib/local/function-environment.ts';
import { readLocalSettings } from '../../lib/local/settings.ts';
import { connectTable } from '../../shared/table/table.ts';
import { makeBenchData } from '../bench-data.ts';
import { bundleSizes, isAwaited } from '../cold/bundle-size.ts';
import { EMPTY_CLIENT, measureCold } from '../cold/measure-cold.ts';
import { countEndpoints } from '../count-endpoints.ts';
import { withCountedGuard } from '../counted-guard.ts';
import { endpointCases } from '../endpoint-cases.ts';
import { floorGoals } from '../floor/floor-goals.ts';
import { measureFloor } from '../floor/measure-floor.ts';
import { countGrowth } from '../growth.ts';
import { printTable, type Row } from '../print-table.ts';
import { writeBenchData } from '../write-bench-data.ts';
import { type GoalName, judgeGoals, type Measured } from './goal-list.ts';

type CountedGoals = Record<
  Extract<GoalName, 'bundle' | 'loginDepth' | 'listReads' | 'raiseWrites' | 'acknowledgeWrites' | 'growth'>,
  Measured
>;

/** The number of alerts in the shortest lists. */
const FEW_ALERTS = 1_000;

/** Counts round trips and capacity units of requests, and bytes of bundles. */
async function countGoals(manyAlerts: number): Promise<CountedGoals> {
  const rows = await countEndpointRows();
  const rowOf = (name: string) => rowNamed(rows, name);
  const { most } = await countGrowth([FEW_ALERTS, manyAlerts]);
  const [largest] = bundleSizes(await describeBundles(functionSources())).filter(isAwaited);
  return {
    bundle: { value: largest?.bytes ?? Number.NaN, note: largest?.name ?? '' },
    loginDepth: { value: Number(rowOf('login')['depth']) },
    listReads: { value: Number(rowOf('list (tenant)')['read units']) },
    raiseWrites: { value: Number(rowOf('raise (tenant master)')['write units']) },
    acknowledgeWrites: { value: Number(rowOf('acknowledge (tenant master)')['write units']) },
    growth: { value: most.ratio, note: `${FEW_ALERTS} to ${manyAlerts} alerts; ${most.list}` },
  };
}

async function countEndpointRows(): Promise<readonly Row[]> {
  const engine = await startEngine({ dataFolder: undefined });
  prepareEnvironment(process.env, readLocalSettings({}), engine.endpoint);
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });
  try {
    const data = makeBenchData(FEW_ALERTS);
    await writeBenchData(table, data);
    const { rows } = await withCountedGuard(engine.endpoint, (guard, proxy) =>
      countEndpoints(guard, proxy, endpointCases(guard, table, data)),
    );
    return rows;
  } finally {
    table.client.destroy();
    await engine.stop();
  }
}

function rowNamed(rows: readonly Row[], name: string): Row {
  const row = rows.find(({ endpoint }) => endpoint === name);
  if (!row) throw new Error(`${name} was not counted`);
  return row;
}

/**
 * `npm run goals` prints every speed goal with its current figure.
 *
 *     --quick           fewer rounds, so less exact times
 *     --alerts 20000    number of alerts in the longest lists
 *
 * Fails if a counted figure exceeds its goal or a timed figure its limit. Other times are only printed.
 */
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, alerts: { type: 'string' } },
});

const size = values.quick
  ? { rounds: 5, starts: 6, alerts: 2_000 }
  : { rounds: 20, starts: 30, alerts: 20_000 };

const alerts = Number(values.alerts ?? size.alerts);

if (!Number.isInteger(alerts) || alerts < 1_000 || alerts > 1_000_000) {
  console.error(`--alerts must be a whole number from 1000 to 1000000, not "${values.alerts}".`);
  process.exit(2);
}

console.log(`Counting trips and units among up to ${alerts} alerts, and the bytes of bundles`);

const counted = await countGoals(alerts);

console.log(`Measuring the ratio to the floor, ${size.rounds} rounds`);

const floor = await measureFloor({ rounds: size.rounds });

console.log(`Measuring cold starts, ${size.starts} of each function`);

const cold = await measureCold(size.starts);

const { rows, faults } = judgeGoals({
  ...counted,
  ...floorGoals(floor),
  import: worst(
    cold.filter((it) => it.function !== EMPTY_CLIENT).map((it) => [it.import.ratio.median, it.function]),
  ),
});

printTable('Goals', rows);

console.log(faults.length === 0 ? '\nNo goal has failed.' : '\nNot met:');

for (const fault of faults) console.log(`- ${fault}`);

if (faults.length > 0) process.exitCode = 1;

/** The highest ratio and the name of its function. */
function worst(ratios: readonly (readonly [number, string])[]): Measured {
  const [value, note] = ratios.toSorted(([a], [b]) => b - a)[0] ?? [Number.NaN, ''];
  return { value, note };
}
