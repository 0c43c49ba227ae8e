import { expect, test } from 'vitest';
import { type FindPanel, keepPanels } from '../../../../shared/panels/known-panel.ts';

/** Counts the searches, of which the first ones fail. */
const searches = (failing = 0) => {
  let now = 0;
  let count = 0;
  const find: FindPanel = async () => {
    count += 1;
    if (count <= failing) throw new Error('The table does not answer.');
    return undefined;
  };
  const kept = keepPanels(find, () => now);
  return { kept, count: () => count, pass: (milliseconds: number) => (now += milliseconds) };
};

test('A receiver looks for an account once in ten seconds, also if no panel has it, however its letters are written', async () => {
  const { kept, count, pass } = searches();
  await Promise.all([kept('foc7', '0'), kept('FOC7', '0')]);
  pass(9_999);
  await kept('foc7', '0');
  expect(count()).toBe(1);
  await kept('foc7', '1');
  pass(1);
  await kept('foc7', '0');
  expect(count()).toBe(3);
});

test('After a search failed, the next frame of the account searches again', async () => {
  const { kept, count } = searches(1);
  await expect(kept('1234', '0')).rejects.toThrow('does not answer');
  expect(await kept('1234', '0')).toBeUndefined();
  expect(count()).toBe(2);
});
