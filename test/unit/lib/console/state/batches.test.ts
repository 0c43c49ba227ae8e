import { expect, test } from 'vitest';
import type { AlertActionResult } from '../../../../../lib/client/types.ts';
import { actInBatches } from '../../../../../lib/console/state/batches.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const ids = Array.from({ length: 60 }, (_, number) => idOf(number));
const done = (id: string): AlertActionResult => ({ status: 200, alert: makeAlert({ id }) });
const failed = { status: 409, error: { code: 'alert_already_resolved', message: 'Resolved.' } } as const;

test('sends at most 25 alerts at once, one batch after the other, and says how far it is', async () => {
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

test('one alert that fails spoils no other, and is named with its error', async () => {
  const failures = await actInBatches(
    ids,
    async (batch) => batch.map((id) => (id === ids[30] ? failed : done(id))),
    () => {},
  );
  expect(failures).toEqual([{ id: ids[30], error: failed.error }]);
});

test('a batch that fails as a whole ends the action, and all alerts from it on are named', async () => {
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

test('an alert without a result counts as failed', async () => {
  const failures = await actInBatches(
    [idOf(1)],
    async () => [],
    () => {},
  );
  expect(failures).toEqual([{ id: idOf(1), error: undefined }]);
});
