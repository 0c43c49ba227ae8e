import { depthFault, unitFaults } from './budgets.ts';
import type { Counted } from './count-lists.ts';
import type { CountingProxy } from './counting-proxy.ts';
import type { EndpointCase } from './endpoint-cases.ts';
import type { GuardUnderTest } from './guard-under-test.ts';

/** Counts the second request of every endpoint. The first one loads the function. */
export async function countEndpoints(
  guard: GuardUnderTest,
  proxy: CountingProxy,
  cases: readonly EndpointCase[],
): Promise<Counted> {
  const counted = [];
  for (const { name, depthBudget, unitBudget, prepare } of cases) {
    const [first, second] = await prepare();
    if (!first || !second) throw new Error(`No requests of ${name}`);
    await guard.call(first);
    const { totals } = await proxy.count(() => guard.call(second));
    counted.push({
      row: {
        endpoint: name,
        trips: totals.trips,
        depth: totals.depth,
        'depth budget': depthBudget,
        'read units': totals.readUnits,
        'at most': unitBudget?.readUnits ?? '–',
        'write units': totals.writeUnits,
        'at most ': unitBudget?.writeUnits ?? '–',
      },
      faults: [...depthFault(name, totals, depthBudget), ...unitFaults(name, totals, unitBudget)],
    });
  }
  return { rows: counted.map(({ row }) => row), faults: counted.flatMap(({ faults }) => faults) };
}
