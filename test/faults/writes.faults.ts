import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../shared/http/route.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { type Lane, openLane } from './lane.ts';
import { playMatrix } from './matrix.ts';
import { WRITE_CASES } from './write-cases.ts';

/** So many cells are played at the same time: most of each is waiting. */
const LANES = 12;

let lanes: Lane[];
let calls = 0;
let cells = 0;
let wrongCells = 0;
beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: LANES }, openLane));
});
afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.stop()));
  console.log(
    `${WRITE_CASES.length} requests of ${new Set(WRITE_CASES.map(({ route }) => route)).size} endpoints, ` +
      `${calls} calls of the table, ${cells} cells, ${wrongCells} wrong`,
  );
});

test('Every endpoint that writes more than counters has a case in the fault tests', () => {
  const isWriting = ({ method, table }: Route) =>
    method !== 'GET' && table.actions.some((it) => /^(Put|Update|Delete)Item$/.test(it));
  const writing = routes.filter(isWriting).map(({ name }) => name);
  expect(new Set(WRITE_CASES.map(({ route }) => route))).toEqual(new Set(writing));
});

const NAMED_CASES = WRITE_CASES.map(
  (write, place) => [[write.route, write.how].filter(Boolean).join(' '), write, place] as const,
);

test.each(NAMED_CASES)(
  '%s: if calls to the table fail, a success is still done exactly once, and a failed request is safe to repeat',
  async (_, write, place) => {
    const result = await playMatrix(write, lanes, place);
    calls += result.calls;
    cells += result.cells;
    wrongCells += result.wrong.length;
    expect(result.wrong).toEqual([]);
  },
);

test('After all simulated faults the items of each table are consistent', async () => {
  for (const { guard } of lanes) expect(await findInconsistencies(guard.table)).toEqual([]);
});
