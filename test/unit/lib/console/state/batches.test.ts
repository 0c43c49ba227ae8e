import { expect, test } from 'vitest';
import type { AlertActionResult } from '../../../../../lib/client/types.ts';
import { actInBatches } from '../../../../../lib/console/state/batches.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const ids = Array.from({ length: 60 }, (_, number) => idOf(number));
const done = (id: string): AlertActionResult => ({ status: 200, alert: makeAlert({ id }) });
const failed = { status: 409, error: { code: 'alert_already_resolved', message: 'Resolved.' } } as const;

test('An action of the console on many alerts sends batches of 25, one after the other, and reports its progress', async () => {
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

test('An alert that fails in an action on many alerts does not affect the others, and is returned with its error', async () => {
  const failures = await actInBatches(
    ids,
    async (batch) => batch.map((id) => (id === ids[30] ? failed : done(id))),
    () => {},
  );
  expect(failures).toEqual([{ id: ids[30], error: failed.error }]);
});

test('A batch of alerts that fails as a whole ends the action, and all remaining alerts are returned as failures', async () => {
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

test('In an action on many alerts, an alert without a result is a failure', async () => {
  const failures = await actInBatches(
    [idOf(1)],
    async () => [],
    () => {},
  );
  expect(failures).toEqual([{ id: idOf(1), error: undefined }]);
});
