import { describe, expect, test } from 'vitest';
import { FairQueue, type QueueLimits } from '../../../../lib/receiver/fair-queue.ts';

const LIMITS: QueueLimits = {
  working: 4,
  workingOfTenant: 2,
  workingOfLane: 1,
  waiting: 20,
  waitingOfTenant: 15,
  waitingOfLane: 10,
};

/** A queue whose work ends when the test says so. */
function open(limits: Partial<QueueLimits> = {}) {
  const queue = new FairQueue({ ...LIMITS, ...limits });
  const working: { readonly name: string; readonly end: () => void }[] = [];
  const results = new Map<string, unknown>();
  const add = (tenantId: string, lane: string, name: string) => {
    const work = () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      working.push({ name, end: () => resolve(name) });
      return promise;
    };
    void queue.run({ tenantId, lane: `${tenantId}${lane}` }, work).then((it) => results.set(name, it));
  };
  /** Ends all work, in the order in which it began, also what begins meanwhile. Returns that order. */
  const endAll = async () => {
    const names: string[] = [];
    for (let first = working.shift(); first; first = working.shift()) {
      names.push(first.name);
      first.end();
      for (let tick = 0; tick < 5; tick++) await Promise.resolve();
    }
    return names;
  };
  return { queue, add, endAll, results, names: () => working.map(({ name }) => name) };
}

describe('FairQueue', () => {
  test('However much a tenant brings, the work of another is next', async () => {
    const { add, endAll, names } = open();
    for (let number = 0; number < 10; number++) add('loud', `${number}`, `loud ${number}`);
    expect(names()).toEqual(['loud 0', 'loud 1']);
    for (let number = 0; number < 4; number++) add('calm', `${number}`, `calm ${number}`);
    expect(names()).toEqual(['loud 0', 'loud 1', 'calm 0', 'calm 1']);
    add('third', '0', 'third 0');
    const order = await endAll();
    expect(order.slice(4, 9)).toEqual(['loud 2', 'third 0', 'calm 2', 'loud 3', 'calm 3']);
    expect(order).toHaveLength(15);
  });

  test('The more tenants have work, the less of one is in work', async () => {
    const { add, endAll, names } = open({ working: 8, workingOfTenant: 6 });
    for (let number = 0; number < 4; number++) add('calm', `${number}`, `calm ${number}`);
    for (let number = 0; number < 10; number++) add('loud', `${number}`, `loud ${number}`);
    expect(names().filter((it) => it.startsWith('loud'))).toHaveLength(4);
    add('third', '0', 'third 0');
    expect(names()).not.toContain('third 0');
    expect((await endAll())[8]).toBe('third 0');
  });

  test('However much a panel brings, another panel of its tenant is next, and a lane works in its order', async () => {
    const { add, endAll } = open();
    for (let number = 0; number < 5; number++) add('t', 'a', `a${number}`);
    for (let number = 0; number < 2; number++) add('t', 'b', `b${number}`);
    expect(await endAll()).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'a3', 'a4']);
  });

  test('What finds no place is not done, and the places of a lane, of a tenant and of all are bounded', async () => {
    const { add, endAll, results } = open();
    for (let number = 0; number < 30; number++) add('t', 'a', `a${number}`);
    for (let number = 0; number < 30; number++) add('t', 'b', `b${number}`);
    const order = await endAll();
    const done = (lane: string) => order.filter((it) => it.startsWith(lane)).length;
    expect([done('a'), done('b')]).toEqual([11, 6]);
    expect([...results.values()].filter((it) => it === 'full')).toHaveLength(60 - 17);
  });

  test('If all places are taken, the tenant with most waiting loses its newest, and not the one that has few', async () => {
    const { add, endAll, results } = open({ waiting: 10 });
    for (let number = 0; number < 12; number++) add('loud', `${number % 3}`, `loud ${number}`);
    add('loud', '0', 'loud again');
    add('calm', '0', 'calm 0');
    add('calm', '0', 'calm 1');
    const order = await endAll();
    expect(order).toEqual(expect.arrayContaining(['calm 0', 'calm 1']));
    expect(order).not.toContain('loud again');
    expect([...results].filter(([, it]) => it === 'full').map(([name]) => name)).toEqual([
      'loud again',
      expect.stringMatching(/^loud /),
    ]);
  });

  test('Work that fails gives its place back, and what waits can be dropped', async () => {
    const queue = new FairQueue({ ...LIMITS, working: 1 });
    const turn = { tenantId: 't', lane: 'a' };
    const failed = queue.run(turn, () => Promise.reject(new Error('lost')));
    await expect(failed).rejects.toThrow('lost');
    const { promise, resolve } = Promise.withResolvers<number>();
    const first = queue.run(turn, () => promise);
    const second = queue.run(turn, async () => 2);
    queue.drop();
    expect(await second).toBe('full');
    resolve(1);
    expect(await first).toBe(1);
    expect(await queue.run(turn, async () => 3)).toBe(3);
  });
});
