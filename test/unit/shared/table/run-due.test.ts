import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../shared/base/ids.ts';
import type { AlertSeverity } from '../../../../shared/base/severities.ts';
import { type DueItem, readOldestDue, type TimerWork } from '../../../../shared/table/due-timers.ts';
import { runDue } from '../../../../shared/table/run-due.ts';
import type { Table } from '../../../../shared/table/table.ts';
import { TIMER_SHARDS, timerAttributes } from '../../../../shared/table/timer.ts';
import { startTable, type TestTable } from '../../../support/table.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const randomBytes = (size: number) => new Uint8Array(size);

let table: TestTable;
let count = 0;
/** A partition of each test's own. */
let pk = '';
/** Each test has the next free shard, so that none finds what another test left. */
let shard = -1;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

function next(): void {
  count += 1;
  shard += 1;
  if (shard === TIMER_SHARDS) throw new Error('No shard is left');
  pk = `TEST#${count}`;
}
next();
afterEach(next);

/** An id in the test's shard. */
const idOf = () => newId(NOW, randomBytes).slice(0, -1) + shard.toString(16);

type Item = Record<string, unknown>;

const put = (sk: string, due: Date) =>
  table.client.send(
    new PutCommand({ TableName: table.name, Item: { pk, sk, ...timerAttributes('watch', idOf(), due) } }),
  );
async function read(sk: string): Promise<Item | undefined> {
  return (await table.client.send(new GetCommand({ TableName: table.name, Key: { pk, sk } }))).Item;
}
/** Stops the timer of an item, as work does. */
const stop = ({ pk, sk }: Item) =>
  table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { pk, sk },
      UpdateExpression: 'REMOVE #timer, #due',
      ExpressionAttributeNames: { '#timer': 'timer', '#due': 'due' },
    }),
  );

interface Options {
  readonly now?: Date;
  readonly through?: Table;
  readonly hasTime?: () => boolean;
}

/** Runs the shard; gives the keys of what was worked on, in order, and what failed. */
async function run(work: Partial<TimerWork> = {}, { now = NOW, through = table, ...options }: Options = {}) {
  const ran: string[] = [];
  const failed: DueItem[] = [];
  await runDue({
    kind: 'watch',
    shard,
    work: {
      ...work,
      async run(item, context) {
        ran.push(String(item['sk']));
        await work.run?.(item, context);
      },
    },
    run: { table: through, now, randomBytes, ownHeartbeat: undefined, log: () => {} },
    hasTime: () => true,
    onFailure: (due) => failed.push(due),
    ...options,
  });
  return { ran, failed: failed.map(({ sk }) => sk) };
}

test('Due timers run in the order of their due times, and no others run', async () => {
  await put('late', ago(10));
  await put('now', NOW);
  await put('soon', new Date(NOW.getTime() + 1));
  await put('later', ago(300));
  expect((await run()).ran).toEqual(['later', 'late', 'now']);
});

test('All pages of due timers run', async () => {
  await Promise.all(Array.from({ length: 130 }, (_, place) => put(`item-${place}`, ago(place))));
  const { ran } = await run({ run: async (item) => void (await stop(item)) });
  expect(new Set(ran).size).toBe(130);
  expect((await run()).ran).toEqual([]);
});

test('A run of the timers of one kind runs no timers of other kinds', async () => {
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: { pk, sk: 'other', timer: `other#${shard}`, due: ago(10).toISOString() },
    }),
  );
  expect((await run()).ran).toEqual([]);
});

test('Timers that cannot wait run before longer due timers that can', async () => {
  await put('can-wait', ago(300));
  await put('urgent', ago(10));
  expect((await run({ canWait: ({ sk }) => sk === 'can-wait' })).ran).toEqual(['urgent', 'can-wait']);
});

test('Timers run the worst severity first, then the longest due', async () => {
  const severities: Readonly<Record<string, AlertSeverity>> = {
    low: 'low',
    critical: 'critical',
    high: 'high',
    later: 'high',
  };
  await put('none', ago(500));
  await put('low', ago(400));
  await put('high', ago(300));
  await put('later', ago(200));
  await put('critical', ago(10));
  const severityOf = ({ sk }: Item) => severities[String(sk)];
  const order = ['critical', 'high', 'later', 'low', 'none'];
  expect((await run({ severityOf })).ran).toEqual(order);
  expect((await run({ severityOf, canWait: () => true })).ran).toEqual(order);
});

test('Timers that a run has no time for stay due', async () => {
  await put('first', ago(300));
  await put('second', ago(10));
  let begun = 0;
  const hasTime = () => {
    begun += 1;
    return begun === 1;
  };
  expect((await run({}, { hasTime })).ran).toEqual(['first']);
});

test('The oldest due time among the timers of a shard is found', async () => {
  expect(await readOldestDue(table, 'watch', shard, NOW)).toBeUndefined();
  await put('late', ago(10));
  await put('later', ago(300));
  expect(await readOldestDue(table, 'watch', shard, NOW)).toEqual(ago(300));
});

/** A table with a lagging index. */
async function lagging(): Promise<Table> {
  const { client } = table;
  let entries: unknown;
  const send = async (command: { constructor: { name: string } }) => {
    if (command.constructor.name !== 'QueryCommand') return client.send(command as never);
    entries ??= await client.send(command as never);
    return entries;
  };
  const view = { ...table, client: Object.create(client, { send: { value: send } }) } as Table;
  await run({}, { through: view });
  return view;
}

test('A timer that was stopped or moved does not run, even if the index still lists it', async () => {
  await put('stopped', ago(30));
  await put('moved', ago(20));
  await put('kept', ago(10));
  const through = await lagging();
  await stop({ pk, sk: 'stopped' });
  await put('moved', new Date(NOW.getTime() + 60_000));
  expect((await run({}, { through })).ran).toEqual(['kept']);
});

const poison: Partial<TimerWork> = {
  run: async (item) => {
    if (item['sk'] === 'poison') throw new Error('no');
    await stop(item);
  },
};

test('A timer that fails does not delay others', async () => {
  await put('poison', ago(300));
  await put('behind', ago(10));
  expect(await run(poison)).toEqual({ ran: ['poison', 'behind'], failed: ['poison'] });
});

test('A timer that fails is postponed to the next run, then for longer, up to 5 minutes', async () => {
  await put('poison', NOW);
  const tries: number[] = [];
  for (let minute = 0; minute < 60; minute += 1) {
    const { ran } = await run(poison, { now: new Date(NOW.getTime() + minute * 60_000) });
    if (ran.length > 0) tries.push(minute);
  }
  expect(tries.slice(0, 5)).toEqual([0, 1, 2, 4, 8]);
  const gaps = tries.slice(1).map((minute, place) => minute - (tries[place] ?? 0));
  expect(Math.max(...gaps)).toBe(5);
  expect(tries.length).toBeGreaterThan(13);
});

test('A successful run of a timer removes its failure mark', async () => {
  await put('poison', ago(300));
  await run(poison);
  expect(await read('poison')).toHaveProperty('failing_since');
  const later = new Date(NOW.getTime() + 600_000);
  const { ran } = await run({}, { now: later });
  expect(ran).toEqual(['poison']);
  expect(await read('poison')).not.toHaveProperty('failing_since');
});

test('A timer that fails but was moved meanwhile keeps its new time', async () => {
  await put('poison', ago(300));
  const moved = new Date(NOW.getTime() + 3_600_000);
  await run({
    run: async () => {
      await put('poison', moved);
      throw new Error('no');
    },
  });
  expect(await read('poison')).toEqual({ pk, sk: 'poison', ...timerAttributes('watch', idOf(), moved) });
});

test('If the table is unavailable, all timers stay due and no more work starts', async () => {
  await Promise.all(Array.from({ length: 90 }, (_, place) => put(`item-${place}`, ago(place))));
  const { client } = table;
  const send = async (command: { constructor: { name: string } }) => {
    if (command.constructor.name === 'UpdateCommand') throw new Error('The table is down');
    return client.send(command as never);
  };
  const through = { ...table, client: Object.create(client, { send: { value: send } }) } as Table;
  const begun: string[] = [];
  const work = {
    run: async (item: Item) => {
      begun.push(String(item['sk']));
      throw new Error('no');
    },
  };
  await expect(run(work, { through })).rejects.toThrow('The table is down');
  expect(begun).toHaveLength(20);
  expect((await run()).ran).toHaveLength(90);
});
