import { expect, test } from 'vitest';
import { SETTINGS } from '../../../../bench/cost/baseline.ts';
import { billedMilliseconds, gbSeconds } from '../../../../bench/cost/duration.ts';
import { findReaction, findRequest, readMeasurements } from '../../../../bench/cost/measurements.ts';
import { MONTH_DAYS, MONTH_HOURS, MONTH_MINUTES } from '../../../../bench/cost/month.ts';
import { reactionsOf } from '../../../../bench/cost/reactions.ts';
import { callsOf, usageOf } from '../../../../bench/cost/usage.ts';
import type { Workload } from '../../../../bench/cost/workload.ts';

const WORKLOAD: Workload = {
  users: 2,
  screens: 'polling',
  pollSeconds: 30,
  poll: 'poll, a page of 20',
  loginsPerDay: 1,
  alertsPerDay: 10,
  tellsWebhook: false,
  hours: MONTH_HOURS,
};
const NOBODY = { ...WORKLOAD, users: 0 };
/** Its own, the authorizer's and that of the health. */
const PROBE_RUNS = 3;
/** The probe's two, and Guard's own report. */
const OWN_REQUESTS = 3;
/** The authorizer's and that of the report. */
const REPORT_RUNS = 2;

test('a user who polls every 30 s the clock round makes 87,600 polls a month', () => {
  const counts = Object.fromEntries(callsOf(WORKLOAD).map(({ name, count }) => [name, count]));
  expect(counts['poll, a page of 20']).toBe(2 * 87_600);
  expect(counts['login']).toBeCloseTo((2 * MONTH_HOURS) / 24);
  expect(counts['raise an alert']).toBe(counts['resolve']);
});

test('usage grows in proportion to the users, beside what runs every minute', async () => {
  const measured = await readMeasurements();
  const [none = 0, one = 0, two = 0, four = 0] = [0, 1, 2, 4].map(
    (users) => usageOf({ ...WORKLOAD, users }, measured, SETTINGS).lambdaRequests,
  );
  expect(none).toBe((measured.scheduled.idle.length + PROBE_RUNS + REPORT_RUNS) * MONTH_MINUTES);
  expect(two - none).toBeCloseTo(2 * (one - none));
  expect(four - none).toBeCloseTo(4 * (one - none));
});

test('what runs every minute reads the active alerts where users find some', async () => {
  const measured = await readMeasurements();
  const [run] = measured.scheduled.idle;
  if (!run) throw new Error('Nothing runs every minute');
  const readsOf = (workload: Workload, busyUnits: number) => {
    const scheduled = { idle: [{ ...run, readUnits: 1 }], busy: [{ ...run, readUnits: busyUnits }] };
    return usageOf(workload, { ...measured, scheduled }, SETTINGS).readUnits;
  };
  // The probe's token is looked up as any other, and so is the key of Guard's own report.
  const [authorizer] = findRequest(measured, 'read an alert').functions;
  const [ofKeys] = findRequest(measured, 'report a heartbeat').functions;
  const lookups = (authorizer?.readUnits ?? Number.NaN) + (ofKeys?.readUnits ?? Number.NaN);
  expect(readsOf(NOBODY, 5)).toBeCloseTo((1 + lookups) * MONTH_MINUTES);
  expect(readsOf(WORKLOAD, 5) - readsOf(WORKLOAD, 1)).toBeCloseTo(4 * MONTH_MINUTES);
  const nothingActive = { ...WORKLOAD, poll: 'poll, nothing active' } as const;
  expect(readsOf(nothingActive, 5)).toBe(readsOf(nothingActive, 1));
});

test('each alert is marked to go by one run more, and by the messages of a queue', async () => {
  const measured = await readMeasurements();
  const usage = (writeUnits: number) => {
    const retention = { ...measured.retention, writeUnits };
    return usageOf(WORKLOAD, { ...measured, retention }, SETTINGS);
  };
  const alerts = callsOf(WORKLOAD).find(({ name }) => name === 'resolve')?.count ?? Number.NaN;
  expect(usage(5).writeUnits - usage(0).writeUnits).toBeCloseTo(5 * alerts);
  const empty = usageOf(NOBODY, measured, SETTINGS).queueRequests;
  expect(usage(0).queueRequests - empty).toBeCloseTo(3 * alerts);
});

test('a request with a token runs two functions', async () => {
  const measured = await readMeasurements();
  const polls = usageOf({ ...WORKLOAD, loginsPerDay: 0, alertsPerDay: 0 }, measured, SETTINGS);
  const nobody = usageOf(NOBODY, measured, SETTINGS);
  expect(polls.lambdaRequests - nobody.lambdaRequests).toBe(2 * (polls.apiRequests - nobody.apiRequests));
});

test('every request is traced up to one a second, and of the others 5 %', async () => {
  const measured = { ...(await readMeasurements()), scheduled: { idle: [], busy: [] } };
  const traced = { ...measured, stack: { ...measured.stack, isTraced: true } };
  const seconds = MONTH_HOURS * 3_600;
  const once = { ...WORKLOAD, loginsPerDay: 0, alertsPerDay: 0 };
  const few = usageOf({ ...once, users: 1 }, traced, SETTINGS);
  expect(few.traces).toBe(few.apiRequests + MONTH_MINUTES); // the probe itself
  const many = usageOf({ ...once, users: 60 }, traced, SETTINGS);
  expect(many.traces).toBeCloseTo(seconds + (many.apiRequests - seconds) * 0.05 + MONTH_MINUTES);
  expect(usageOf(once, { ...traced, stack: { ...traced.stack, isTraced: false } }, SETTINGS).traces).toBe(0);
});

test('every run of a schedule is traced, and every request that what runs makes', async () => {
  const measured = await readMeasurements();
  const traced = { ...measured, stack: { ...measured.stack, isTraced: true } };
  const scheduled = measured.scheduled.idle.length + 1;
  expect(usageOf(NOBODY, traced, SETTINGS).traces).toBe((scheduled + OWN_REQUESTS) * MONTH_MINUTES);
});

test('a run takes its processor time over its share of a processor, and its waits', () => {
  const run = {
    name: 'list-alerts',
    cpuMilliseconds: 2,
    tripsInSequence: 3,
    readUnits: 0,
    writeUnits: 0,
    logBytes: 0,
  };
  const settings = { functionMemoryMib: 512, hashingFunctionMemoryMib: 1_769 };
  expect(billedMilliseconds(run, settings)).toBe(Math.ceil(2 / (512 / 1_769) + 30));
  expect(billedMilliseconds({ ...run, name: 'login' }, settings)).toBe(32);
  // More than one processor makes nothing faster that runs on one.
  expect(billedMilliseconds(run, { ...settings, functionMemoryMib: 3_538 })).toBe(32);
  expect(gbSeconds({ ...run, name: 'login' }, settings)).toBeCloseTo((1_769 / 1_024) * 0.032);
});

test('what follows of changes and connections is in the bill: runs, logs of both APIs, and traces', async () => {
  const measured = { ...(await readMeasurements()), scheduled: { idle: [], busy: [] } };
  const connected = { ...WORKLOAD, screens: 'connected' } as const;
  const usage = usageOf(connected, measured, SETTINGS);
  const without = usageOf(connected, { ...measured, reactions: measured.reactions.map(idle) }, SETTINGS);
  const runs = reactionsOf(connected, { alerts: 2 * 10 * MONTH_DAYS, logins: 2 * MONTH_DAYS }).reduce(
    (sum, { name, count }) => sum + count * findReaction(measured, name).functions.length,
    0,
  );
  expect(usage.lambdaRequests - without.lambdaRequests).toBeCloseTo(runs);
  expect(usage.readUnits).toBeGreaterThan(without.readUnits);
  expect(usage.socketMinutes).toBe(2 * MONTH_MINUTES);
  const silent = { ...measured, stack: { ...measured.stack, socketLogFormat: '' } };
  expect(usage.logGb).toBeGreaterThan(usageOf(connected, silent, SETTINGS).logGb);
});

test('what a webhook is told is in the bill: runs, messages of a FIFO queue, and what goes out', async () => {
  const measured = await readMeasurements();
  const told = { ...WORKLOAD, tellsWebhook: true };
  const deliveries = 2 * 10 * MONTH_DAYS * 3;
  const [usage, untold] = [told, WORKLOAD].map((it) => usageOf(it, measured, SETTINGS));
  if (!usage || !untold) throw new Error('There is no usage');
  expect(usage.lambdaRequests - untold.lambdaRequests).toBeCloseTo(deliveries);
  expect(usage.fifoQueueRequests - untold.fifoQueueRequests).toBeCloseTo(3 * deliveries);
  expect((usage.transferGb - untold.transferGb) * 1e9).toBeCloseTo(deliveries * measured.deliveryBytes);
  expect(usage.writeUnits).toBeGreaterThan(untold.writeUnits);
});

test('who delivers to a webhook waits for its receiver', () => {
  const settings = { functionMemoryMib: 1_769, hashingFunctionMemoryMib: 1_769 };
  const run = { name: 'deliver-webhook', cpuMilliseconds: 5, tripsInSequence: 2 };
  expect(billedMilliseconds(run, settings)).toBe(5 + 20 + 100);
});

const idle = <T extends object>(reaction: T): T => ({ ...reaction, functions: [] });
