import type { EndpointCase } from '../endpoint-cases.ts';
import type { Row } from '../print-table.ts';
import { describeFailures, type LoadFigures, runLoad } from './run-load.ts';

/** One client for latency and several for throughput. */
const CONNECTIONS = [1, 10];
/** More requests than the service answers in a second. A run ends early after its last request. */
const ONCE_PER_SECOND = 1_000;
const WARM_UP_SECONDS = 1;

/** Runs endpoints under load, each number of connections for `seconds`. Throws if a request fails. */
export async function loadEndpoints(
  url: string,
  cases: readonly EndpointCase[],
  seconds: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const endpoint of cases.filter(({ load }) => load !== 'none')) {
    const run = async (connections: number, runSeconds: number): Promise<LoadFigures> => {
      const again = endpoint.load === 'again';
      const requests = await endpoint.prepare(again ? 20 : ONCE_PER_SECOND * runSeconds);
      const figures = await runLoad({ url, requests, again, connections, seconds: runSeconds });
      const failures = describeFailures(figures.failures);
      if (failures) throw new Error(`${endpoint.name}: ${failures}`);
      return figures;
    };
    await run(1, WARM_UP_SECONDS);
    for (const connections of CONNECTIONS) {
      rows.push(loadRow(endpoint.name, connections, await run(connections, seconds)));
    }
  }
  return rows;
}

function loadRow(endpoint: string, connections: number, figures: LoadFigures): Row {
  return {
    endpoint,
    connections,
    requests: figures.requests,
    'requests / s': figures.perSecond.toFixed(0),
    'p50 ms': figures.p50.toFixed(1),
    'p99 ms': figures.p99.toFixed(1),
  };
}
