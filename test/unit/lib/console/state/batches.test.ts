import { expect, test } from 'vitest';
import type { AlertActionResult } from '../../../../../lib/client/types.ts';
import {
  actInBatches,
  countsOf,
  groupFailures,
  missingSteps,
  worthRetrying,
} from '../../../../../lib/console/state/batches.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const ids = Array.from({ length: 60 }, (_, number) => idOf(number));
const done = (id: string): AlertActionResult => ({ status: 200, alert: makeAlert({ id }) });
const failed = { status: 409, error: { code: 'alert_already_resolved', message: 'Resolved.' } } as const;

test('The console sends an action on many alerts in batches of 25, one after the other, and reports the progress', async () => {
  const sizes: number[] = [];
  const tried: number[] = [];
  let running = 0;
  const failures = await actInBatches(
    ids,
    async (batch) => {
      expect(++running).toBe(1);
      sizes.push(batch.length);
      await Promise.resolve();
      running -= 1;
      return batch.map(done);
    },
    (results, number) => {
      expect(results).toHaveLength(sizes.at(-1) ?? 0);
      tried.push(number);
    },
  );
  expect(sizes).toEqual([25, 25, 10]);
  expect(tried).toEqual([25, 50, 60]);
  expect(failures).toEqual([]);
});

test('In an action on many alerts, one that fails does not affect the others, and is returned with its error', async () => {
  const failures = await actInBatches(
    ids,
    async (batch) => batch.map((id) => (id === ids[30] ? failed : done(id))),
    () => {},
  );
  expect(failures).toEqual([{ id: ids[30], error: failed.error }]);
});

test('If a whole batch fails, an action on many alerts ends, and all remaining alerts count as failures', async () => {
  const thrown = new Error('No network');
  let batches = 0;
  const failures = await actInBatches(
    ids,
    async (batch) => {
      if (++batches === 2) throw thrown;
      return batch.map(done);
    },
    () => {},
  );
  expect(batches).toBe(2);
  expect(failures).toEqual(ids.slice(25).map((id) => ({ id, thrown })));
});

test('In an action on many alerts, an alert that is missing in the response counts as a failure', async () => {
  const failures = await actInBatches(
    [idOf(1)],
    async () => [],
    () => {},
  );
  expect(failures).toEqual([{ id: idOf(1), error: undefined }]);
});

const incomplete = (...steps: readonly string[]) => ({
  code: 'plan_incomplete',
  message: 'Incomplete.',
  errors: Object.fromEntries(steps.map((step) => [`steps.${step}`, [`The step "${step}" has no outcome.`]])),
});

test('After resolving many alerts, the console names each required step without an outcome once, with the number of alerts concerned', () => {
  const failures = [
    { id: idOf(1), error: incomplete('call', 'send') },
    { id: idOf(2), error: failed.error },
    { id: idOf(3), error: incomplete('send') },
    { id: idOf(4), thrown: incomplete('call', 'send') },
    { id: idOf(5), thrown: new Error('No network') },
    { id: idOf(6), error: undefined },
    { id: idOf(7), thrown: undefined },
  ];
  const { ids, steps } = missingSteps(failures);
  expect([...ids]).toEqual([idOf(1), idOf(3), idOf(4)]);
  expect(steps).toEqual([
    { text: 'call', count: 2 },
    { text: 'send', count: 3 },
  ]);
});

test('If two plans of an alert have the same step, the console counts the missing outcome once for the alert', () => {
  const error = {
    ...incomplete('a'),
    errors: { 'steps.a': ['Send a guard'], 'steps.b': ['Send a guard'] },
  };
  const { steps } = missingSteps([
    { id: idOf(1), error },
    { id: idOf(2), error },
  ]);
  expect(steps).toEqual([{ text: 'Send a guard', count: 2 }]);
});

test('The console counts an alert with an incomplete action plan even if the service names no missing step', () => {
  const { ids, steps } = missingSteps([{ id: idOf(1), error: { code: 'plan_incomplete', message: '' } }]);
  expect([[...ids], steps]).toEqual([[idOf(1)], []]);
});

test('The console groups the failures of an action on many alerts by reason, in order of first occurrence', () => {
  const failures = Array.from({ length: 44 }, (_, number) => ({
    id: idOf(number),
    error: number % 11 === 3 ? { code: 'not_found', message: 'Not Found.' } : failed.error,
  }));
  const groups = groupFailures(failures, (failure) => ('error' in failure && failure.error?.code) || 'none');
  expect(groups.map(({ text, ids }) => [text, ids.length])).toEqual([
    ['alert_already_resolved', 40],
    ['not_found', 4],
  ]);
  expect(groups[1]?.ids).toEqual([3, 14, 25, 36].map(idOf));
});

test('The console offers another attempt for alerts that failed, except for resolved, unknown and incomplete ones', () => {
  const failures = [
    { id: idOf(1), error: { code: 'severity_raised', message: '' } },
    { id: idOf(2), error: failed.error },
    { id: idOf(3), error: incomplete('call') },
    { id: idOf(4), thrown: new Error('No network') },
    { id: idOf(5), error: { code: 'not_found', message: '' } },
    { id: idOf(6), error: undefined },
  ];
  expect([...worthRetrying(failures)]).toEqual([idOf(1), idOf(4), idOf(6)]);
});

test('Before an action on many alerts, the console counts them by severity, the worst first, and by site, the most first', () => {
  const alerts = [
    makeAlert({ severity: 'low' }),
    makeAlert({ severity: 'critical', site_id: idOf(1), site_name: 'Depot' }),
    makeAlert({ severity: 'low', site_id: idOf(1), site_name: 'Depot' }),
    makeAlert({ severity: 'low', site_id: idOf(2), site_name: 'Depot' }),
  ];
  expect(countsOf(alerts)).toEqual({
    severities: [
      ['critical', 1],
      ['low', 3],
    ],
    sites: [
      ['Depot', 2],
      ['City Office', 1],
      ['Depot', 1],
    ],
  });
});
