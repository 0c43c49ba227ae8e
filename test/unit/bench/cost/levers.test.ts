import { expect, test } from 'vitest';
import { SETTINGS, WORKLOAD } from '../../../../bench/cost/baseline.ts';
import { leverRows } from '../../../../bench/cost/levers.ts';
import { readMeasurements } from '../../../../bench/cost/measurements.ts';
import { canPoll } from '../../../../bench/cost/request-route.ts';

test('as many can poll as the throttle of the list lets through', async () => {
  const measured = await readMeasurements();
  const settings = { ...SETTINGS, gatewayRequestsPerSecond: 500 };
  const canAll = (users: number) => canPoll({ ...WORKLOAD, users, pollSeconds: 10 }, measured, settings);
  expect([5_000, 5_001].map(canAll)).toEqual([true, false]);
});

test('a lever has no price where the stage does not let its requests through', () => {
  const rows = leverRows((users, { workload }) => (workload?.pollSeconds === 10 ? undefined : users));
  expect(rows.find(({ lever }) => lever === 'polling every 10 s')).toEqual({
    lever: 'polling every 10 s',
    '100 users': '–',
    'change, 100': '–',
    '10,000 users': '–',
    'change, 10,000': '–',
  });
  expect(rows[0]).toMatchObject({ '100 users': '$100.00', 'change, 100': '0 %' });
});
