import { functionSources } from '../../functions/sources.ts';
import { describeBundles } from '../../lib/cdk/functions/bundle.ts';
import { startEngine } from '../../lib/local/engine.ts';
import { prepareEnvironment, TABLE_NAME } from '../../lib/local/function-environment.ts';
import { readLocalSettings } from '../../lib/local/settings.ts';
import { connectTable } from '../../shared/table/table.ts';
import { makeBenchData } from '../bench-data.ts';
import { bundleSizes } from '../cold/bundle-size.ts';
import { countEndpoints } from '../count-endpoints.ts';
import { type Counted, countLists } from '../count-lists.ts';
import { withCountedGuard } from '../counted-guard.ts';
import { endpointCases } from '../endpoint-cases.ts';
import type { Row } from '../print-table.ts';
import { writeBenchData } from '../write-bench-data.ts';
import type { GoalName, Measured } from './goal-list.ts';

type CountedGoals = Record<
  Extract<GoalName, 'bundle' | 'loginDepth' | 'listReads' | 'raiseWrites' | 'acknowledgeWrites' | 'growth'>,
  Measured
>;

/** How many alerts there are where the lists are shortest. */
const FEW_ALERTS = 1_000;

/** Counts what needs no clock: trips and capacity units of requests among so many alerts, and bytes of bundles. */
export async function countGoals(manyAlerts: number): Promise<CountedGoals> {
  const few = await countAmong(FEW_ALERTS);
  const many = await countAmong(manyAlerts);
  const rowOf = (name: string) => rowNamed(many.endpoints.rows, name);
  const { value: growth, list } = growthBetween(few.lists.rows, many.lists.rows);
  const [largest] = bundleSizes(await describeBundles(functionSources()));
  return {
    bundle: { value: largest?.bytes ?? Number.NaN, note: largest?.name ?? '' },
    loginDepth: { value: Number(rowOf('login')['depth']) },
    listReads: { value: Number(rowOf('list (tenant)')['read units']) },
    raiseWrites: { value: Number(rowOf('raise (tenant master)')['write units']) },
    acknowledgeWrites: { value: Number(rowOf('acknowledge (tenant master)')['write units']) },
    growth: { value: growth, note: `${FEW_ALERTS} to ${manyAlerts} alerts; ${list}` },
  };
}

async function countAmong(alerts: number): Promise<{ endpoints: Counted; lists: Counted }> {
  const engine = await startEngine({ dataFolder: undefined });
  prepareEnvironment(process.env, readLocalSettings({}), engine.endpoint);
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: engine.endpoint });
  try {
    const data = makeBenchData(alerts);
    await writeBenchData(table, data);
    return await withCountedGuard(engine.endpoint, async (guard, proxy) => {
      const lists = await countLists(guard, proxy, data); // before anything is raised
      return { lists, endpoints: await countEndpoints(guard, proxy, endpointCases(guard, table, data)) };
    });
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
 * The most that a list's deepest page costs among many alerts, beside its first page among few, and which list it is. A
 * list of open alerts has no deep page: it is as long as what is open, and not longer among many.
 */
export function growthBetween(few: readonly Row[], many: readonly Row[]): { value: number; list: string } {
  const growths = many.flatMap((row) => {
    if (/^active/.test(String(row['filters']))) return [];
    const same = few.find(({ scope, filters }) => scope === row['scope'] && filters === row['filters']);
    const value = unitsOf(row).deep / (same ? unitsOf(same).first : Number.NaN);
    return [{ value, list: `${row['scope']}, ${row['filters']}` }];
  });
  const unknown = growths.find(({ value }) => Number.isNaN(value));
  const [most] = growths.toSorted((a, b) => b.value - a.value);
  return unknown ?? most ?? { value: Number.NaN, list: '' };
}

/** A cell holds the units of both pages where they differ. */
function unitsOf(row: Row): { first: number; deep: number } {
  const [first = '', deep = first] = String(row['capacity units']).split(' → ');
  return { first: Number(first), deep: Number(deep) };
}
