import { isDeepStrictEqual } from 'node:util';
import type { CountingProxy } from '../counting-proxy.ts';
import type { Block } from '../deployed/function-cases.ts';
import type { TripTotals } from '../trip.ts';
import type { Contestant } from './contestant.ts';
import { sortCalls, spellOut, type TableCall } from './table-call.ts';

/** Everything that one request led to. */
interface Outcome {
  readonly answer: unknown;
  readonly calls: readonly TableCall[];
  readonly costs: Omit<TripTotals, 'depth'>;
  /** The item that it changed, as it was left. */
  readonly item: unknown;
}

export interface Observation {
  readonly proxy: CountingProxy;
  /** The calls that came since it was last asked. */
  readonly takeCalls: () => TableCall[];
  readonly readItem: (key: { pk: string; sk: string }) => Promise<unknown>;
}

/** What one request does to the table and is answered. */
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

/** Throws where the floor does another thing than Guard: what it would then be compared with has no meaning. */
export function checkSame(name: string, guard: Outcome, floor: Outcome): void {
  for (const part of ['answer', 'calls', 'costs', 'item'] as const) {
    if (isDeepStrictEqual(guard[part], floor[part])) continue;
    const show = (outcome: Outcome) => JSON.stringify(outcome[part], undefined, 2);
    throw new Error(
      `${name}: the floor has other ${part} than Guard, so it is no floor of it.\nGuard: ${show(guard)}\nFloor: ${show(floor)}`,
    );
  }
}

/** Throws where the lines of the log have other fields. */
export function checkSameLine(name: string, guardOutput: string, floorOutput: string): void {
  const [guard, floor] = [fieldsOf(guardOutput), fieldsOf(floorOutput)];
  if (isDeepStrictEqual(guard, floor)) return;
  throw new Error(`${name}: Guard's line of the log has the fields ${guard}, the floor's ${floor}.`);
}

/** The fields of the line of a request. */
function fieldsOf(output: string): string[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  const request = lines.map((line) => JSON.parse(line)).find(({ message }) => message === 'request');
  return Object.keys(request ?? {}).sort();
}
