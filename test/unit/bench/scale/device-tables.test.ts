import { expect, test } from 'vitest';
import { readMeasurements } from '../../../../bench/cost/measurements.ts';
import { readSilence } from '../../../../bench/cost/silence/silence.ts';
import { keyRows, watchRows } from '../../../../bench/scale/device-tables.ts';

const measured = await readMeasurements();
const silence = await readSilence();

test('a report of many events is counted once, and writes for each of them', () => {
  const requests = measured.requests.map((request) => ({
    ...request,
    touches: [
      { index: 'table', partition: 'RATE#key#{key}', sort: '{minute}', readUnits: 0, writeUnits: 1 } as const,
      { index: 'table', partition: 'TENANT#{tenant}', sort: 'X', readUnits: 5, writeUnits: 3 } as const,
    ],
  }));
  const [each, many] = keyRows({ ...measured, requests });
  expect(each).toMatchObject({ 'events a minute': '600', 'reports a minute': '600' });
  expect(each?.['write units a second']).toBe('40'); // 600 × 4 a minute
  expect(many).toMatchObject({ 'events a minute': '600', 'reports a minute': '24' });
  expect(many?.['write units a second']).toBe('30.4'); // 24 + 600 × 3 a minute
});

test('heartbeats and looks of one tenant share its key, and each look moves two entries of the timers of its shard', () => {
  const [day] = silence.days;
  if (!day) throw new Error('No day was played');
  const played = { ...day, devices: 60_000, reportSeconds: 60, looks: 86_400 * 400, mostInShard: 5_000 };
  const units = { ...silence.units, heartbeat: { read: 0, write: 1 }, look: { read: 1, write: 3 } };
  const [row] = watchRows({ days: [played], units });
  expect(row).toMatchObject({
    'heartbeats, writes a second': '1,000',
    'looks, writes a second': '400',
    'of one key, not yet split': '140 %',
    'of a partition of `timer`': '5 %', // 400 × 2 / 16 of 1,000
    'looks in the busiest minute': '80,000',
    'of that, in `timer`': '10 s', // 5,000 × 2
    'of that, in one key': '80 s',
  });
});
