import { expect, test } from 'vitest';
import { type KnownPanel, PanelFinder } from '../../../../shared/panels/known-panel.ts';

const PANEL = 'PANEL';
const OWNER = { tenant_id: 'tenant', device_id: 'device' };
const MOST_MISSED = 5;

/** Counts the reads, of which the first ones fail. `PANEL` is the only account, and is known to exist unless it is `isNew`. */
const reads = ({ failing = 0, isNew = false } = {}) => {
  let now = 0;
  const counts = { owners: 0, panels: 0 };
  const missed: string[] = [];
  let isGone = false;
  let account = PANEL;
  const finder = new PanelFinder(
    {
      readOwners: async (searched) => {
        counts.owners += 1;
        if (counts.owners <= failing) throw new Error('The table does not answer.');
        const isOwned = searched === PANEL && !isGone;
        return Object.assign((line: string) => (isOwned && line !== '9' ? OWNER : undefined), { isOwned });
      },
      readPanel: async () => {
        counts.panels += 1;
        return { panel: { entity: { account, line_prefix: null } } } as KnownPanel;
      },
    },
    () => now,
    {
      mayExist: (searched) => searched === PANEL && !isNew,
      maySearch: ({ address }) => missed.filter((it) => it === address).length < MOST_MISSED,
      onMissed: ({ address }) => missed.push(address),
    },
  );
  const find = (account: string, line = '0', address = '192.0.2.7') =>
    finder.find(account, line, { address, transport: 'udp' });
  return {
    find,
    finder,
    counts,
    missed,
    pass: (milliseconds: number) => (now += milliseconds),
    remove: () => (isGone = true),
    move: () => (account = 'OTHER'),
  };
};

test('A receiver reads a panel once in ten seconds, and who has its account once in five minutes, however its letters are written and whatever prefix is sent', async () => {
  const { find, counts, pass } = reads();
  await Promise.all([find('panel'), find('PANEL'), find('Panel', '1')]);
  pass(9_999);
  await find('panel');
  for (let line = 10; line < 100; line++) await find('panel', String(line));
  expect(await find('panel', '9')).toBeUndefined();
  expect(counts).toEqual({ owners: 1, panels: 1 });
  pass(1);
  await find('panel');
  expect(counts).toEqual({ owners: 1, panels: 2 });
  pass(290_000);
  await find('panel');
  expect(counts).toEqual({ owners: 2, panels: 3 });
});

test('A panel that gave its account up is not found by it as soon as its settings are read again', async () => {
  const { find, pass, move, remove } = reads();
  expect(await find(PANEL)).toBeDefined();
  move();
  remove();
  pass(10_000);
  expect(await find(PANEL)).toBeUndefined();
});

test('After a search failed, the next frame of the account searches again', async () => {
  const { find, counts } = reads({ failing: 1 });
  await expect(find(PANEL)).rejects.toThrow('does not answer');
  expect(await find(PANEL)).toBeDefined();
  expect(counts).toEqual({ owners: 2, panels: 1 });
});

test('However many made-up accounts come from an address, a panel that exists is found from there, and few of them are looked up', async () => {
  const { find, counts, missed, pass, remove } = reads();
  for (let number = 0; number < 1_000; number++) expect(await find(`made-up ${number}`)).toBeUndefined();
  expect([counts.owners, missed.length]).toEqual([MOST_MISSED, MOST_MISSED]);
  expect(await find(PANEL)).toBeDefined();
  pass(10_000);
  expect(await find(PANEL)).toBeDefined();
  remove();
  pass(300_000);
  expect(await find(PANEL)).toBeUndefined();
  // A former panel is none that a stranger made up.
  expect(missed).toHaveLength(MOST_MISSED);
});

test('An account that exists since a moment is found by a search within the limit, and beyond it once it is known', async () => {
  expect(await reads({ isNew: true }).find(PANEL)).toBeDefined();
  const { find, finder } = reads({ isNew: true });
  for (let number = 0; number <= MOST_MISSED; number++) await find(`made-up ${number}`);
  expect(await find(PANEL)).toBeUndefined();
  expect(await find(PANEL, '0', '192.0.2.8')).toBeDefined();
  finder.forget([PANEL]);
  expect(await find(PANEL)).toBeUndefined();
});

test('Who has an account is read again as soon as it changed hands', async () => {
  const { find, finder, counts, remove } = reads();
  expect(await find(PANEL)).toBeDefined();
  remove();
  expect(await find(PANEL)).toBeDefined();
  finder.forget([PANEL]);
  expect(await find(PANEL)).toBeUndefined();
  expect(counts.owners).toBe(2);
});
