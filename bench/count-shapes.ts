import type { Table } from '../shared/table/table.ts';
import { makeBenchData } from './bench-data.ts';
import { type Counted, countLists, listReport } from './count-lists.ts';
import type { CountingProxy } from './counting-proxy.ts';
import type { GuardUnderTest } from './guard-under-test.ts';
import { EMPTY_FILTERS, filterCombinations, listScopes } from './list-cases.ts';
import type { Row } from './print-table.ts';
import { SHAPES } from './shapes.ts';
import { writeBenchData } from './write-bench-data.ts';

/** Writes a tenant of each shape and counts its lists. The platform's lists contain all shapes. */
export async function countShapes(
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
