import { expect, test } from 'vitest';
import { type KnownPanel, keepPanels } from '../../../../shared/panels/known-panel.ts';

const PANEL = 'PANEL';
const MOST_MISSED = 5;

/** Counts the searches, of which the first ones fail. */
const searches = (failing = 0) => {
  let now = 0;
  let count = 0;
  const missed: string[] = [];
  const find = async (account: string) => {
    count += 1;
    if (count <= failing) throw new Error('The table does not answer.');
    return account === PANEL && !isGone ? ({} as KnownPanel) : undefined;
  };
  let isGone = false;
  const search = keepPanels(find, () => now, {
    maySearch: ({ address }) => missed.filter((it) => it === address).length < MOST_MISSED,
    onMissed: ({ address }) => missed.push(address),
  });
  const kept = (account: string, line: string, address = '192.0.2.7') =>
    search(account, line, { address, transport: 'udp' });
  return {
    kept,
    missed,
    count: () => count,
    pass: (milliseconds: number) => (now += milliseconds),
    remove: () => (isGone = true),
  };
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

test('After too many unknown accounts of an address its next ones are not searched, but the panels that were found before are', async () => {
  const { kept, count, missed, pass, remove } = searches();
  expect(await kept(PANEL, '0')).toBeDefined();
  for (let number = 0; number < MOST_MISSED + 5; number++) await kept(`made-up ${number}`, '0');
  expect([count(), missed.length]).toEqual([1 + MOST_MISSED, MOST_MISSED]);
  pass(10_000);
  expect(await kept(PANEL, '0')).toBeDefined();
  await kept('made-up', '0', '192.0.2.8');
  expect(count()).toBe(3 + MOST_MISSED);
  remove();
  pass(10_000);
  expect(await kept(PANEL, '0')).toBeUndefined();
  expect(missed).toHaveLength(1 + MOST_MISSED);
});

test('After a failed search a panel is still known, and its next frame searches again', async () => {
  const { kept, missed, pass } = searches(1);
  await expect(kept(PANEL, '0')).rejects.toThrow('does not answer');
  for (let number = 0; number < MOST_MISSED; number++) await kept(`made-up ${number}`, '0');
  expect(await kept(PANEL, '0')).toBeUndefined();
  expect(await kept(PANEL, '0', '192.0.2.8')).toBeDefined();
  expect(missed).toHaveLength(MOST_MISSED);
  pass(10_000);
  expect(await kept(PANEL, '0')).toBeDefined();
});
