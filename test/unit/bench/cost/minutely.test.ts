import { expect, test } from 'vitest';
import { findRequest, type MeasuredFunction, readMeasurements } from '../../../../bench/cost/measurements.ts';
import { minutelyOf } from '../../../../bench/cost/minutely.ts';
import { queueRequests } from '../../../../bench/cost/queue-requests.ts';
import { triggersOf } from '../../../../functions/triggers.ts';

const measured = await readMeasurements();
const report = findRequest(measured, 'report a heartbeat');

const RUN: MeasuredFunction = {
  name: 'measure-alert-ages',
  cpuMilliseconds: 5,
  tripsInSequence: 2,
  readUnits: 3,
  writeUnits: 1,
  logBytes: 100,
};
const TICK = { ...RUN, name: 'tick-timers' };

const sum = (runs: readonly MeasuredFunction[], kind: 'cpuMilliseconds' | 'tripsInSequence') =>
  runs.reduce((total, run) => total + run[kind], 0);

test('every function that a schedule starts every minute is in the bill', () => {
  const started = triggersOf('schedule').map(({ name }) => name);
  const { runs, schedules } = minutelyOf(measured.scheduled.idle, measured);
  expect(runs.map(({ name }) => name)).toEqual(expect.arrayContaining(started));
  expect(schedules).toBe(started.length);
});

test('Guard’s own report is a request as a device makes it, with all that it runs', () => {
  const { runs, requests, responseBytes } = minutelyOf([TICK], measured);
  expect(runs).toEqual(expect.arrayContaining([...report.functions]));
  expect(requests).toBe(3); // the probe's two
  expect(responseBytes).toBeGreaterThan(report.responseBytes);
});

test('the tick waits for its own report, at no further cost at the table, and no other function does', () => {
  const { runs } = minutelyOf([RUN, TICK], measured);
  const [other, tick] = runs;
  expect(other).toEqual(RUN);
  expect(tick).toMatchObject({ readUnits: 3, writeUnits: 1, logBytes: 100 });
  expect(tick?.cpuMilliseconds).toBeCloseTo(5 + sum(report.functions, 'cpuMilliseconds'));
  expect(tick?.tripsInSequence).toBe(2 + sum(report.functions, 'tripsInSequence') + 1);
});

test('an empty queue is asked all the time, and a message takes three requests more', () => {
  const empty = queueRequests({ isFifo: false }, 0);
  const queues = triggersOf('queue').filter(({ trigger }) => !trigger.isFifo).length;
  expect(empty).toBe(queues * 15 * 43_800);
  expect(queueRequests({ isFifo: false }, 7) - empty).toBe(21);
});
