import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../shared/http/route.ts';
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

test('Every endpoint that writes more than counters is in the matrix', () => {
  const isWriting = ({ method, table }: Route) => method !== 'GET' && table.actions.length > 0;
  const writing = routes.filter(isWriting).map(({ name }) => name);
  expect(new Set(WRITE_CASES.map(({ route }) => route))).toEqual(new Set(writing));
});

test.each(WRITE_CASES.map((write) => [[write.route, write.how].filter(Boolean).join(' '), write] as const))(
  '%s: a success is done once, and a failure is not done or safe to repeat',
  async (_, write) => {
    const result = await playMatrix(write, lanes);
    calls += result.calls;
    cells += result.cells;
    wrongCells += result.wrong.length;
    expect(result.wrong).toEqual([]);
  },
);
