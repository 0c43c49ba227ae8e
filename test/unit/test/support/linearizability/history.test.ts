import { expect, test } from 'vitest';
import { Recorder } from '../../../../support/linearizability/history.ts';

test('The recorder of a history marks exactly the operations that overlap with a disturbance', async () => {
  const recorder = new Recorder<string, string>();
  const first = Promise.withResolvers<string>();
  const end = Promise.withResolvers<void>();
  await recorder.record(1, 'before', async () => 'done');
  const underWay = recorder.record(1, 'under way', () => first.promise);
  const disturbance = recorder.disturb(end.promise);
  await recorder.record(2, 'begun during it', async () => 'done');
  end.resolve();
  await disturbance;
  await recorder.record(2, 'after', async () => 'done');
  first.resolve('done');
  await underWay;
  expect(recorder.history.map(({ input, isDisturbed }) => [input, isDisturbed])).toEqual([
    ['before', false],
    ['under way', true],
    ['begun during it', true],
    ['after', false],
  ]);
});

test('The recorder of a history marks the operations that are in progress at the moment of a failure', async () => {
  const recorder = new Recorder<string, string>();
  await recorder.record(1, 'failing', async () => {
    await recorder.disturb();
    return 'done';
  });
  await recorder.record(1, 'after', async () => 'done');
  expect(recorder.history.map(({ isDisturbed }) => isDisturbed)).toEqual([true, false]);
});
