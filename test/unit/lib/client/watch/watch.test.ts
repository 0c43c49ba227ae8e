import { describe, expect, test } from 'vitest';
import { GuardError } from '../../../../../lib/client/errors.ts';
import {
  MINUTE,
  SECOND,
  startWatch,
  type Thing,
  type TrialOptions,
  thing,
} from '../../../../support/watch-trial.ts';
import { startPolling } from './start-polling.ts';

const failure = (status: number, details: { retryAfterSeconds?: number; code?: string } = {}) =>
  new GuardError('no', { code: 'internal_error', ...details, status } as never);
const UNANSWERED = new GuardError('no', { code: 'network_error' });
const SIGNED_OUT = failure(401, { code: 'unauthenticated' });
/** The steps between times. */
const steps = (times: readonly number[]) => times.slice(1).map((at, place) => at - (times[place] ?? 0));

test('A live watch lists its items at once, 10 seconds later, and then about every 15 minutes', async () => {
  for (const [random, pause] of [
    [0, 13.5 * MINUTE],
    [0.5, 15 * MINUTE],
    [1, 16.5 * MINUTE],
  ] as const) {
    const watch = startWatch({ random: () => random });
    await watch.begin();
    await watch.time.pass(40 * MINUTE);
    expect(watch.listedAt.slice(0, 4).map(Math.round)).toEqual([
      0,
      10 * SECOND,
      10 * SECOND + pause,
      10 * SECOND + 2 * pause,
    ]);
  }
});

test('A watch that has no connection after 3 seconds lists its items, and lists them again when it is connected', async () => {
  const watch = startWatch();
  await watch.time.pass(2_999);
  expect(watch.listedAt).toEqual([]);
  await watch.time.pass(1);
  expect(watch.listedAt).toEqual([3 * SECOND]);
  expect(watch.connection()).toBe('polling');
  await watch.time.pass(1 * SECOND);
  watch.socket().receive({ type: 'ready' });
  await watch.time.pass(10 * SECOND);
  expect(watch.listedAt).toEqual([3 * SECOND, 4 * SECOND, 14 * SECOND]);
  expect(watch.connection()).toBe('live');
});

test('A watch lists its items again 10 seconds after its first successful list, even if earlier lists failed', async () => {
  let fails = 1;
  const watch = startWatch({ list: () => (fails-- > 0 ? failure(503) : []) });
  await watch.begin();
  await watch.time.pass(20 * SECOND);
  expect(watch.listedAt).toEqual([0, 2 * SECOND, 12 * SECOND]);
});

test('If a watch gets its connection while a list is running, it lists its items again at once', async () => {
  const first = Promise.withResolvers<Thing[]>();
  let lists = 0;
  const watch = startWatch({ list: () => (lists++ === 0 ? first.promise : []) });
  await watch.time.pass(3 * SECOND);
  watch.socket().receive({ type: 'ready' });
  first.resolve([]);
  await watch.time.pass(10 * SECOND);
  expect(watch.listedAt).toEqual([3 * SECOND, 3 * SECOND, 13 * SECOND]);
});

test('While lists fail, a watch is offline and retries after pauses that double up to half a minute', async () => {
  let isDown = true;
  const watch = startWatch({ list: () => (isDown ? failure(500) : [thing('a')]) });
  await watch.begin();
  await watch.time.pass(3 * MINUTE);
  expect(steps(watch.listedAt).slice(0, 8)).toEqual([2, 4, 8, 16, 30, 30, 30, 30].map((it) => it * SECOND));
  expect(watch.connection()).toBe('offline');
  isDown = false;
  await watch.time.pass(30 * SECOND);
  expect([watch.connection(), watch.shows()]).toEqual(['live', ['a1']]);
});

test('A watch does not repeat a failed list before the Retry-After time of the service is over', async () => {
  const watch = startWatch({ list: () => failure(429, { retryAfterSeconds: 42 }) });
  await watch.begin();
  await watch.time.pass(43 * SECOND);
  expect(watch.listedAt).toEqual([0, 42 * SECOND]);
});

test('By default, a watch reads at most 1,000 items, and says that there are more', async () => {
  const all = Array.from({ length: 1_200 }, (_, place) => thing(String(9_999 - place)));
  const watch = startWatch({ list: () => all });
  await watch.begin();
  const { items, capped } = watch.shown.at(-1)?.snapshot ?? { items: [], capped: false };
  expect([items.length, items[0]?.id, items.at(-1)?.id, capped]).toEqual([1_000, '9999', '9000', true]);
  // Items older than the end of the list are not read.
  expect(watch.asked).toEqual([]);
});

const all = Array.from({ length: 1_250 }, (_, place) => thing(String(9_999 - place)));
const lastOf = (watch: ReturnType<typeof startWatch>) => {
  const { items = [], capped } = watch.shown.at(-1)?.snapshot ?? {};
  return [items.length, capped];
};

test('A watch of a long list shows the first 1,000 items at once, and then reads another page every 4 seconds', async () => {
  const watch = startWatch({ list: () => all, most: 5_000 });
  await watch.begin();
  expect(lastOf(watch)).toEqual([1_000, true]);
  expect(watch.connection()).toBe('live');
  await watch.time.pass(4 * SECOND);
  expect(lastOf(watch)).toEqual([1_100, true]);
  await watch.time.pass(8 * SECOND);
  expect(lastOf(watch)).toEqual([1_250, false]);
  await watch.time.pass(9 * SECOND);
  expect(watch.listedAt).toEqual([0]);
  await watch.time.pass(1 * SECOND);
  expect(watch.listedAt).toEqual([0, 22 * SECOND]);
  expect(watch.asked).toEqual([]);
});

test('A watch reads no more items than its configured maximum', async () => {
  const watch = startWatch({ list: () => all, most: 1_100 });
  await watch.begin();
  await watch.time.pass(30 * SECOND);
  expect(lastOf(watch)).toEqual([1_100, true]);
});

test('A watch receives live changes while it reads a long list', async () => {
  const watch = startWatch({ list: () => all, most: 5_000 });
  await watch.begin();
  watch.socket().receiveChanges(thing('9999', 2, false));
  await watch.time.pass(0);
  expect(lastOf(watch)).toEqual([999, true]);
  await watch.time.pass(12 * SECOND);
  expect(lastOf(watch)).toEqual([1_249, false]);
});

test('A watch stops reading a long list when its connection is lost, and lists its items again', async () => {
  const watch = startWatch({ list: () => all, most: 5_000 });
  await watch.begin();
  watch.socket().happen('close');
  await watch.time.pass(1 * SECOND);
  watch.socket().receive({ type: 'ready' });
  await watch.time.pass(0);
  expect(watch.listedAt).toEqual([0, 1 * SECOND]);
  await watch.time.pass(12 * SECOND);
  expect(lastOf(watch)).toEqual([1_250, false]);
});

test('A watch that polls holds at most 1,000 items, because it could not keep more up to date', async () => {
  const watch = startWatch({ list: () => all, most: 5_000, hasSockets: false });
  await watch.time.pass(3 * MINUTE);
  expect(watch.connection()).toBe('polling');
  expect(lastOf(watch)).toEqual([1_000, true]);
  expect(steps(watch.listedAt)).toContain(25 * SECOND);
});

test('A watch shows no snapshot before its first list', async () => {
  const watch = startWatch({ list: () => [thing('b'), thing('a')], get: (id) => thing(id) });
  await watch.time.pass(0);
  watch.socket().receiveChanges(thing('c'));
  await watch.time.pass(0);
  expect(watch.shows()).toEqual(['c1', 'b1', 'a1']);
  expect(watch.shown).toHaveLength(1);
});

test('A watch shows a received change at once, newest first, and never replaces an item by an older version', async () => {
  const watch = startWatch({ list: () => [thing('a', 2)], get: (id) => thing(id) });
  await watch.begin();
  watch.socket().receiveChanges(thing('b', 1), thing('a', 3));
  await watch.time.pass(0);
  expect(watch.shows()).toEqual(['b1', 'a3']);
  const { length } = watch.shown;
  watch.socket().receiveChanges(thing('a', 2));
  watch.socket().receiveChanges(thing('a', 3));
  await watch.time.pass(20 * SECOND); // the stale list arrives twice
  expect(watch.shows()).toEqual(['b1', 'a3']);
  expect(watch.shown.slice(length).map(({ snapshot }) => snapshot.items.length)).not.toContain(1);
});

test('An item that no longer matches a watch stays hidden, even if stale lists still contain it', async () => {
  const watch = startWatch({ list: () => [thing('a', 1)] });
  await watch.begin();
  watch.socket().receiveChanges(thing('a', 2, false));
  await watch.time.pass(0);
  expect(watch.shows()).toEqual([]);
  await watch.time.pass(10 * MINUTE);
  expect(watch.shows()).toEqual([]);
});

test('A deleted item stays hidden in a watch, even if a stale list contains it', async () => {
  const watch = startWatch({ list: () => [thing('a', 1)] });
  await watch.begin();
  watch.socket().receive({ type: 'device_removed', device_id: 'a' });
  await watch.time.pass(11 * SECOND);
  expect(watch.shows()).toEqual([]);
  // A newer version brings it back.
  watch.socket().receiveChanges(thing('a', 2));
  await watch.time.pass(0);
  expect(watch.shows()).toEqual(['a2']);
});

test('If an item is missing in a new list, a watch reads the item itself before it hides the item', async () => {
  let listed = [thing('d'), thing('c'), thing('b'), thing('a')];
  const exact: Record<string, Thing | undefined> = { d: thing('d'), c: thing('c', 2, false), b: undefined };
  const watch = startWatch({ list: () => listed, get: (id) => exact[id] });
  await watch.begin();
  listed = [thing('a')];
  await watch.time.pass(10 * SECOND);
  expect(watch.asked).toEqual(['d', 'c', 'b']);
  expect(watch.shows()).toEqual(['d1', 'a1']);
});

test('After each list, a watch checks at most 20 items that the list lacks, and the rest after the next lists', async () => {
  let listed = Array.from({ length: 50 }, (_, place) => thing(String(99 - place)));
  const watch = startWatch({ list: () => listed });
  await watch.begin();
  listed = [];
  await watch.time.pass(10 * SECOND);
  expect([watch.asked.length, watch.shows()?.length]).toEqual([20, 30]);
  await watch.time.pass(30 * SECOND);
  expect([watch.asked.length, watch.shows()?.length]).toEqual([40, 10]);
  await watch.time.pass(30 * SECOND);
  expect([watch.asked.length, watch.shows()?.length]).toEqual([50, 0]);
});

test('A consumer that is slower than the watch gets only the newest snapshot', async () => {
  const watch = startWatch();
  await watch.begin();
  const { length } = watch.shown;
  for (let version = 1; version <= 100; version += 1) watch.socket().receiveChanges(thing('a', version));
  await watch.time.pass(0);
  expect(watch.shown.length - length).toBeLessThanOrEqual(2);
  expect(watch.shows()).toEqual(['a100']);
});

test.each(['close', 'error'] as const)(
  'After the WebSocket event %s, a watch is offline, connects again and lists its items again',
  async (end) => {
    const watch = startWatch({ list: () => [thing('a')] });
    await watch.begin();
    await watch.time.pass(MINUTE);
    watch.socket().happen(end);
    await watch.time.pass(0);
    expect(watch.connection()).toBe('offline');
    await watch.time.pass(1 * SECOND);
    expect(watch.sockets).toHaveLength(2);
    expect(watch.socket(0).isClosed).toBe(true);
    watch.socket().receive({ type: 'ready' });
    await watch.time.pass(0);
    expect(watch.connection()).toBe('live');
    expect(watch.listedAt.at(-1)).toBe(61 * SECOND);
  },
);

test('A watch without a connection lists its items after 3 seconds, and then polls every 20 to 25 seconds', async () => {
  const watch = startWatch({ random: () => 1, list: () => [thing('a')] });
  await watch.begin();
  await watch.time.pass(MINUTE);
  watch.socket().happen('close');
  await watch.time.pass(50 * SECOND);
  expect(watch.connection()).toBe('polling');
  expect(watch.listedAt.slice(2).map((at) => at - MINUTE)).toEqual([3, 23, 43].map((it) => it * SECOND));
});

test.each([
  [0, [2, 4, 8, 16, 30, 30]],
  [1, [1, 2, 4, 8, 15, 15]],
])(
  'A watch waits before it reconnects; the wait doubles up to half a minute, multiplied by a random factor (%d)',
  async (random, pauses) => {
    const watch = startWatch({ random: () => random, ticket: () => failure(500) });
    await watch.time.pass(3 * MINUTE);
    expect(steps(watch.ticketsAt).slice(0, 6)).toEqual(pauses.map((it) => it * SECOND));
  },
);

test('Each time a watch loses a connection that worked, it reconnects after one second', async () => {
  const watch = startWatch();
  for (let times = 0; times < 5; times += 1) {
    await watch.begin();
    watch.socket().happen('close');
    await watch.time.pass(1 * SECOND);
  }
  expect(steps(watch.ticketsAt)).toEqual([1, 1, 1, 1, 1].map((it) => it * SECOND));
});

const close = async (reason: string, age = MINUTE) => {
  const watch = startWatch({ list: () => [thing('a')] });
  await watch.begin();
  await watch.time.pass(age);
  const { length } = watch.shown;
  watch.socket().receive({ type: 'closing', reason });
  await watch.time.pass(0);
  return { ...watch, news: () => watch.shown.slice(length).map(({ snapshot }) => snapshot) };
};

test.each(['lifetime_over', 'session_ended'])(
  'A watch reopens a connection closed with %s at once, and shows no new snapshot',
  async (reason) => {
    const { sockets, news } = await close(reason);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.isClosed).toBe(true);
    expect(news()).toEqual([]);
  },
);

test('After a connection closes with reach_changed, a watch is empty and not live until its next list', async () => {
  const { sockets, news, time, shows, connection } = await close('reach_changed');
  expect(sockets).toHaveLength(2);
  expect(news().map(({ items, connection }) => [items, connection])).toEqual([[[], 'offline']]);
  sockets[1]?.receive({ type: 'ready' });
  await time.pass(0);
  expect([shows(), connection()]).toEqual([['a1'], 'live']);
});

test('If the service closes a connection soon after it opened, a watch waits before it connects again', async () => {
  const { sockets, time } = await close('lifetime_over', 9 * SECOND);
  expect(sockets).toHaveLength(1);
  await time.pass(1 * SECOND);
  expect(sockets).toHaveLength(2);
});

test.each(['account_not_active', 'of_a_newer_service'])(
  'A watch goes offline if the service closes the connection with %s, and does not reconnect at once',
  async (reason) => {
    const { news, sockets } = await close(reason);
    expect(news().map(({ connection }) => connection)).toEqual(['offline']);
    expect(sockets).toHaveLength(1);
  },
);

test('A watch ignores the result of a list that it requested before the connection closed with reach_changed', async () => {
  const late = Promise.withResolvers<Thing[]>();
  const lists: (readonly Thing[] | Promise<readonly Thing[]>)[] = [[], late.promise, [thing('b')]];
  const watch = startWatch({ list: () => lists.shift() ?? [] });
  await watch.begin();
  await watch.time.pass(10 * SECOND);
  watch.socket().receive({ type: 'closing', reason: 'reach_changed' });
  await watch.time.pass(0);
  late.resolve([thing('a')]);
  await watch.time.pass(0);
  expect(watch.shown.flatMap(({ snapshot }) => snapshot.items.map(({ id }) => id))).not.toContain('a');
  expect(watch.shows()).toEqual(['b1']);
});

test('A list that a watch requested before reach_changed does not make the watch live, even if the list arrives later', async () => {
  const late = Promise.withResolvers<Thing[]>();
  const lists: (readonly Thing[] | Promise<readonly Thing[]>)[] = [[thing('a')], late.promise];
  let isDown = true;
  const list = () => lists.shift() ?? (isDown ? failure(503) : [thing('b')]);
  const watch = startWatch({ list });
  await watch.begin();
  await watch.time.pass(10 * SECOND);
  watch.socket().receive({ type: 'closing', reason: 'reach_changed' });
  await watch.time.pass(0);
  watch.socket().receive({ type: 'ready' });
  late.resolve([thing('a')]);
  await watch.time.pass(0);
  expect([watch.shows(), watch.connection()]).toEqual([[], 'offline']);
  isDown = false;
  await watch.time.pass(2 * SECOND);
  expect([watch.shows(), watch.connection()]).toEqual([['b1'], 'live']);
});

const polls = async (watch: ReturnType<typeof startWatch>) => {
  await watch.time.pass(MINUTE);
  expect(watch.connection()).toBe('polling');
  expect(watch.listedAt).toEqual([0, 25 * SECOND, 50 * SECOND]);
};

test('A watch polls, and asks for no ticket, if the platform has no WebSocket', async () => {
  const watch = startWatch({ hasSockets: false });
  await polls(watch);
  expect(watch.ticketsAt).toEqual([]);
});

test.each([403, 404, 409, 422])(
  'A watch polls while the service refuses a WebSocket ticket (%d), and asks for one again after 5 minutes',
  async (status) => {
    const watch = startWatch({ ticket: () => failure(status) });
    await polls(watch);
    await watch.time.pass(5 * MINUTE);
    expect(watch.ticketsAt).toEqual([0, 5 * MINUTE]);
  },
);

test('A watch polls while every WebSocket connection fails, and keeps trying to connect', async () => {
  const watch = startWatch({ list: () => [thing('a')] });
  for (let seconds = 0; seconds < 120; seconds += 1) {
    await watch.time.pass(1 * SECOND);
    for (const socket of watch.sockets) socket.happen('error');
  }
  expect([watch.connection(), watch.shows()]).toEqual(['polling', ['a1']]);
  expect(watch.sockets.length).toBeGreaterThan(4);
  expect(watch.sockets.length).toBeLessThan(12);
  expect(watch.sockets.every(({ isClosed }) => isClosed)).toBe(true);
});

const HOUR = 60 * MINUTE;

test.each([-HOUR, HOUR])(
  'A watch keeps its polling interval even if the machine’s clock is set by %d milliseconds',
  async (by) => {
    const { pass, setClock, lists } = startPolling();
    await pass(5 * MINUTE);
    const before = lists();
    setClock(by);
    await pass(5 * MINUTE);
    expect(lists() - before).toBe(12);
  },
);

test('A watch waits a whole hour before its next list if the service asks for that wait', async () => {
  const { pass, lists } = startPolling(failure(429, { retryAfterSeconds: 3_600 }));
  await pass(1 * SECOND);
  expect(lists()).toBe(1);
  await pass(HOUR - 2 * SECOND);
  expect(lists()).toBe(1);
  await pass(1 * SECOND);
  expect(lists()).toBe(2);
});

test.each([
  ['before it is connected', 0],
  ['while it is connected', MINUTE],
])('An abort signal ends a watch %s, and no timer or socket remains', async (_, age) => {
  const watch = startWatch();
  if (age > 0) await watch.begin();
  await watch.time.pass(age);
  watch.stop.abort();
  await watch.time.pass(0);
  expect(watch.ended()).toBe('done');
  expect(watch.time.timers).toBe(0);
  expect(watch.sockets.every(({ isClosed }) => isClosed)).toBe(true);
  const requests = [watch.listedAt.length, watch.ticketsAt.length];
  await watch.time.pass(60 * MINUTE);
  expect([watch.listedAt.length, watch.ticketsAt.length]).toEqual(requests);
});

test.each([
  ['a ticket', { ticket: () => SIGNED_OUT }],
  ['a list', { list: () => SIGNED_OUT }],
])(
  'If the request for %s is unauthenticated, a watch ends with that error and leaves no timer or socket',
  async (_, options) => {
    const watch = startWatch(options);
    await watch.begin();
    await watch.time.pass(3 * SECOND);
    expect(watch.ended()).toBe(SIGNED_OUT);
    expect(watch.time.timers).toBe(0);
    expect(watch.sockets.every(({ isClosed }) => isClosed)).toBe(true);
  },
);

test('A watch pings a connection that was silent for 5 seconds, and closes it 10 seconds later if no answer comes', async () => {
  const watch = startWatch({ answersPings: false });
  await watch.time.pass(5 * SECOND);
  expect(watch.socket().sent).toEqual(['{"type":"ping"}']);
  await watch.time.pass(10 * SECOND);
  expect(watch.socket(0).isClosed).toBe(true);
});

test('A watch whose connection never becomes ready polls although pings are answered, and connects again after 30 seconds', async () => {
  const watch = startWatch({ list: () => [thing('a')] });
  await watch.time.pass(29 * SECOND);
  expect([watch.connection(), watch.shows(), watch.sockets.length]).toEqual(['polling', ['a1'], 1]);
  expect(watch.socket().sent).not.toEqual([]);
  await watch.time.pass(4 * SECOND);
  expect([watch.socket(0).isClosed, watch.sockets.length]).toEqual([true, 2]);
  watch.socket().receive({ type: 'ready' });
  await watch.time.pass(0);
  expect(watch.connection()).toBe('live');
});

test('A watch whose message `ready` was lost becomes live with the first change', async () => {
  const watch = startWatch({ get: (id) => thing(id) });
  await watch.time.pass(8 * SECOND);
  watch.socket().receiveChanges(thing('a'));
  await watch.time.pass(0);
  expect([watch.connection(), watch.shows()]).toEqual(['live', ['a1']]);
});

test('A watch pings its connection every 20 seconds, even if messages arrive or the clock of the machine is set back', async () => {
  const watch = startWatch();
  await watch.begin();
  await watch.time.pass(20 * SECOND - 1);
  watch.socket().receiveChanges(thing('a'));
  expect(watch.socket().sent).toEqual([]);
  await watch.time.pass(1);
  expect(watch.socket().sent).toEqual(['{"type":"ping"}']);
  watch.time.skew = -60 * MINUTE;
  await watch.time.pass(2 * MINUTE);
  expect(watch.socket().sent).toHaveLength(7);
  expect([watch.sockets.length, watch.connection()]).toEqual([1, 'live']);
});

describe('a line that dies without a word', () => {
  /** A watch that has been live for a minute. */
  const beginLive = async (options: TrialOptions = {}) => {
    const watch = startWatch({ list: () => [thing('a')], ...options });
    await watch.begin();
    await watch.time.pass(MINUTE);
    expect([watch.connection(), watch.provenAt()]).toEqual(['live', MINUTE]);
    return watch;
  };

  test.each([
    ['neither changes nor answers arrive', false],
    ['changes arrive, but no answers: nobody hears the client', true],
  ])(
    'A watch is offline 30 seconds after the last answer, and connects again at once, if %s',
    async (_, areChanges) => {
      const watch = await beginLive();
      watch.socket().answers = false;
      await watch.time.pass(30 * SECOND - 1);
      if (areChanges) watch.socket().receiveChanges(thing('b'));
      expect(watch.connection()).toBe('live');
      await watch.time.pass(1);
      expect(watch.connection()).toBe('offline');
      expect(watch.provenAt()).toBe(MINUTE + (areChanges ? 30 * SECOND - 1 : 0));
      await watch.time.pass(1 * SECOND);
      watch.socket().receive({ type: 'ready' });
      await watch.time.pass(0);
      expect([watch.sockets.length, watch.connection()]).toEqual([2, 'live']);
    },
  );

  test('While nothing else answers either, a watch tries to connect and lists every five to ten seconds', async () => {
    let isDown = false;
    const watch = await beginLive({
      list: () => (isDown ? UNANSWERED : [thing('a')]),
      ticket: () => (isDown ? UNANSWERED : undefined),
    });
    isDown = true;
    watch.socket().answers = false;
    await watch.time.pass(10 * MINUTE);
    expect(watch.connection()).toBe('offline');
    isDown = false;
    await watch.time.pass(10 * SECOND);
    watch.socket().receive({ type: 'ready' });
    await watch.time.pass(0);
    expect([watch.connection(), watch.shows()]).toEqual(['live', ['a1']]);
  });

  test('A watch is offline 35 seconds after the last proof if it cannot list after it has connected again', async () => {
    let isDown = false;
    const watch = await beginLive({ list: () => (isDown ? failure(503) : [thing('a')]) });
    isDown = true;
    watch.socket().receive({ type: 'closing', reason: 'lifetime_over' });
    await watch.time.pass(0);
    watch.socket().receive({ type: 'ready' });
    await watch.time.pass(35 * SECOND - 1);
    expect(watch.connection()).toBe('live');
    await watch.time.pass(1);
    expect([watch.connection(), watch.provenAt()]).toEqual(['offline', MINUTE]);
    isDown = false;
    await watch.time.pass(30 * SECOND);
    expect([watch.connection(), watch.sockets.length]).toEqual(['live', 2]);
  });

  test('A watch is no longer live 35 seconds after the last proof if its ticket for the next connection does not arrive', async () => {
    let isHanging = false;
    const never = Promise.withResolvers<undefined>();
    const watch = await beginLive({ ticket: () => (isHanging ? never.promise : undefined) });
    isHanging = true;
    watch.socket().receive({ type: 'closing', reason: 'lifetime_over' });
    await watch.time.pass(35 * SECOND - 1);
    expect(watch.connection()).toBe('live');
    await watch.time.pass(1);
    expect(watch.connection()).toBe('polling');
    never.resolve(undefined);
  });

  test('A watch that polls is offline 35 seconds after the last list if the next one does not arrive', async () => {
    let isHanging = false;
    const never = Promise.withResolvers<Thing[]>();
    const watch = startWatch({ hasSockets: false, list: () => (isHanging ? never.promise : [thing('a')]) });
    await watch.time.pass(0);
    isHanging = true;
    await watch.time.pass(35 * SECOND - 1);
    expect(watch.connection()).toBe('polling');
    await watch.time.pass(1);
    expect([watch.connection(), watch.shows(), watch.provenAt()]).toEqual(['offline', ['a1'], 0]);
    never.resolve([]);
  });

  test('A machine that slept opens a new connection as soon as somebody looks at it', async () => {
    const watch = await beginLive();
    watch.time.skew = 60 * MINUTE;
    watch.comeBack();
    await watch.time.pass(0);
    expect([watch.socket(0).isClosed, watch.connection()]).toEqual([true, 'polling']);
    await watch.time.pass(1 * SECOND);
    watch.socket().receive({ type: 'ready' });
    await watch.time.pass(0);
    expect([watch.sockets.length, watch.connection()]).toEqual([2, 'live']);
  });

  test('When the network or a person is back, a watch asks its connection, or connects and lists at once, but not more often than every two seconds', async () => {
    let isDown = false;
    const watch = await beginLive({
      list: () => (isDown ? UNANSWERED : [thing('a')]),
      ticket: () => (isDown ? UNANSWERED : undefined),
    });
    const { length } = watch.socket().sent;
    await watch.time.pass(5 * SECOND);
    watch.comeBack();
    await watch.time.pass(0);
    expect(watch.socket().sent).toHaveLength(length + 1);
    isDown = true;
    watch.socket().happen('close');
    await watch.time.pass(2 * MINUTE + 1);
    isDown = false;
    const before = [watch.listedAt.length, watch.ticketsAt.length] as const;
    for (let times = 0; times < 5; times += 1) watch.comeBack();
    await watch.time.pass(0);
    expect([watch.listedAt.length, watch.ticketsAt.length]).toEqual([before[0] + 1, before[1] + 1]);
    watch.stop.abort();
    await watch.time.pass(0);
    expect(watch.returns.size).toBe(0);
  });

  test('A person who returns does not make a watch list before the time that the service asked for', async () => {
    const watch = startWatch({ hasSockets: false, list: () => failure(429, { retryAfterSeconds: 42 }) });
    await watch.time.pass(10 * SECOND);
    watch.comeBack();
    await watch.time.pass(31 * SECOND);
    expect(watch.listedAt).toEqual([0]);
  });
});

test('A watch is late while alerts wait for more than 30 seconds to be sent, and lists them every 25 seconds', async () => {
  let listed = [thing('a')];
  const watch = startWatch({ list: () => listed });
  await watch.begin();
  watch.socket().pong = { type: 'pong', late_seconds: 30 };
  await watch.time.pass(20 * SECOND);
  expect(watch.connection()).toBe('live');
  watch.socket().pong = { type: 'pong', late_seconds: 31 };
  await watch.time.pass(20 * SECOND);
  expect(watch.connection()).toBe('late');
  listed = [thing('b'), ...listed];
  await watch.time.pass(25 * SECOND);
  expect(watch.shows()).toEqual(['b1', 'a1']);
  await watch.time.pass(25 * SECOND);
  expect(watch.listedAt.map(Math.round)).toEqual([0, 10, 40, 65, 90].map((it) => it * SECOND));
  // An older service does not say it.
  watch.socket().pong = { type: 'pong' };
  await watch.time.pass(20 * SECOND);
  expect(watch.connection()).toBe('live');
});

const failing = async (error: Error, answers: boolean) => {
  let failures = 0;
  const watch = startWatch({ list: () => (failures-- > 0 ? error : [thing('a')]) });
  await watch.begin();
  failures = 1;
  watch.socket().answers = answers;
  await watch.time.pass(10 * SECOND); // the second list fails
  return watch;
};

test.each(['network_error', 'deadline_exceeded'] as const)(
  'If a list gets no response (%s), a watch pings its connection at once, and closes it after 10 seconds without an answer',
  async (code) => {
    const watch = await failing(new GuardError('no', { code }), false);
    expect([watch.socket().sent.length, watch.connection()]).toEqual([1, 'live']);
    await watch.time.pass(10 * SECOND - 1);
    expect(watch.socket(0).isClosed).toBe(false);
    await watch.time.pass(1);
    expect([watch.socket(0).isClosed, watch.connection()]).toEqual([true, 'offline']);
    await watch.time.pass(1 * SECOND);
    await watch.begin();
    expect(watch.connection()).toBe('live');
  },
);

test('If a list gets no response, a watch pings its connection once, and keeps it open if the ping is answered', async () => {
  const watch = await failing(UNANSWERED, true);
  await watch.time.pass(4 * MINUTE);
  expect([watch.sockets.length, watch.connection()]).toEqual([1, 'live']);
  expect(watch.socket().sent).toHaveLength(13);
});

test('While a watch waits for the answer to its ping, further lists without a response do not shorten that wait', async () => {
  const watch = startWatch({ list: () => UNANSWERED, answersPings: false });
  await watch.begin();
  await watch.time.pass(9 * SECOND); // lists fail after 0, 2 and 6 seconds
  expect(watch.listedAt).toHaveLength(3);
  expect([watch.socket(0).sent.length, watch.socket(0).isClosed]).toEqual([1, false]);
  watch.socket().receive({ type: 'pong' });
  await watch.time.pass(4 * SECOND);
  expect([watch.socket(0).sent.length, watch.socket(0).isClosed]).toEqual([1, false]);
});

test('A list that gets an error response does not make a watch ping its connection', async () => {
  const watch = await failing(failure(503), true);
  await watch.time.pass(9 * SECOND);
  expect(watch.socket().sent).toEqual([]);
});

test.each([
  'no JSON',
  '[]',
  '{"type":1}',
  '{"type":"alert","action":"raised","alert":null}',
  '{"type":"of a newer service"}',
  new Uint8Array(3),
])('A watch ignores an unknown WebSocket message: %s', async (data) => {
  const watch = startWatch({ list: () => [thing('a')] });
  await watch.begin();
  watch.socket().happen('message', data);
  await watch.time.pass(0);
  expect([watch.connection(), watch.shows(), watch.ended()]).toEqual(['live', ['a1'], undefined]);
});
