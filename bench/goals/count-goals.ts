import { functionSources } from '../../functions/sources.ts';
import { describeBundles } from '../../lib/cdk/functions/bundle.ts';
import { startEngine } from '../../lib/local/engine.ts';
import { prepareEnvironment, TABLE_NAME } from '../../lib/local/function-environment.ts';
import { readLocalSettings } from '../../lib/local/settings.ts';
import { connectTable } from '../../shared/table/table.ts';
import { makeBenchData } from '../bench-data.ts';
import { bundleSizes, isAwaited } from '../cold/bundle-size.ts';
import { countEndpoints } from '../count-endpoints.ts';
import { withCountedGuard } from '../counted-guard.ts';
import { endpointCases } from '../endpoint-cases.ts';
import { countGrowth } from '../growth.ts';
import type { Row } from '../print-table.ts';
import { writeBenchData } from '../write-bench-data.ts';
import type { GoalName, Measured } from './goal-list.ts';

type CountedGoals = Record<
  Extract<GoalName, 'bundle' | 'loginDepth' | 'listReads' | 'raiseWrites' | 'acknowledgeWrites' | 'growth'>,
  Measured
>;

/** The number of alerts in the shortest lists. */
const FEW_ALERTS = 1_000;

/** Counts round trips and capacity units of requests, and bytes of bundles. */
export async function countGoals(manyAlerts: number): Promise<CountedGoals> {
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
