import { isDeepStrictEqual } from 'node:util';
import { METRICS } from '../../shared/lambda/metrics.ts';
import type { CountingProxy } from '../counting-proxy.ts';
import type { Block } from '../deployed/function-cases.ts';
import type { TripTotals } from '../trip.ts';
import type { Contestant } from './contestant.ts';
import { sortCalls, spellOut, type TableCall } from './table-call.ts';

/** The effects of one request. */
interface Outcome {
  readonly answer: unknown;
  readonly calls: readonly TableCall[];
  readonly costs: Omit<TripTotals, 'depth'>;
  /** The changed item after the request. */
  readonly item: unknown;
}

export interface Observation {
  readonly proxy: CountingProxy;
  /** Returns the calls since it was last called. */
  readonly takeCalls: () => TableCall[];
  readonly readItem: (key: { pk: string; sk: string }) => Promise<unknown>;
}

/** Runs one request and collects its calls and its response. */
export async function observe(
  contestant: Contestant,
  { events, prepare, changes }: Block,
  { proxy, takeCalls, readItem }: Observation,
): Promise<Outcome> {
  await prepare();
  takeCalls();
  const { result, totals } = await proxy.count(() => contestant.run(events.slice(0, 1), true));
  const { depth: _, ...costs } = totals;
  return {
    answer: result.answers[0],
    calls: sortCalls(takeCalls().map(spellOut)),
    costs,
    item: changes && (await readItem(changes)),
  };
}

/** Throws if the floor's effects differ from Guard's, because the comparison would be meaningless. */
export function checkSame(name: string, guard: Outcome, floor: Outcome): void {
  for (const part of ['answer', 'calls', 'costs', 'item'] as const) {
    if (isDeepStrictEqual(guard[part], floor[part])) continue;
    const show = (outcome: Outcome) => JSON.stringify(outcome[part], undefined, 2);
    throw new Error(
      `${name}: the floor has other ${part} than Guard, so it is no floor of it.\nGuard: ${show(guard)}\nFloor: ${show(floor)}`,
    );
  }
}

/** Throws if the log lines have different fields. */
export function checkSameLine(name: string, guardOutput: string, floorOutput: string): void {
  const [guard, floor] = [fieldsOf(guardOutput), fieldsOf(floorOutput)];
  if (isDeepStrictEqual(guard, floor)) return;
  throw new Error(`${name}: Guard's log line has the fields ${guard}, the floor's ${floor}.`);
}

/** The fields of a request's log line, without its metrics, which the floor leaves out. */
function fieldsOf(output: string): string[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  const request = lines.map((line) => JSON.parse(line)).find(({ message }) => message === 'request');
  const ofMetrics = new Set(['_aws', 'group', ...Object.keys(METRICS)]);
  return Object.keys(request ?? {})
    .filter((field) => !ofMetrics.has(field))
    .sort();
}
