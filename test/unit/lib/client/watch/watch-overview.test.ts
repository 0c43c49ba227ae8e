import { expect, onTestFinished, test } from 'vitest';
import { GuardError } from '../../../../../lib/client/errors.ts';
import type { SitesOverview } from '../../../../../lib/client/types.ts';
import type { LiveSocketConstructor } from '../../../../../lib/client/watch/live-socket.ts';
import { type OverviewSnapshot, OverviewWatch } from '../../../../../lib/client/watch/watch-overview.ts';
import { MINUTE, SECOND, TrialSocket, TrialTime } from '../../../../support/watch-trial.ts';

const HOUR = 60 * MINUTE;
const failure = (status: number, details: { retryAfterSeconds?: number } = {}) =>
  new GuardError('no', { code: status === 401 ? 'unauthenticated' : 'internal_error', ...details, status });
const UNANSWERED = new GuardError('no', { code: 'network_error' });

interface Service {
  /** The error of a read. */
  read?: () => Error | undefined | Promise<undefined>;
  /** The error of a request for a ticket. */
  ticket?: () => Error | undefined;
  /** Whether a new connection becomes ready at once. */
  isReady?: boolean;
}

/** Starts a watch of an overview, whose `at` counts the reads. */
function startWatch(service: Service = {}, requestsPerDay?: number) {
  const time = new TrialTime();
  const sockets: TrialSocket[] = [];
  const [readAt, ticketsAt]: [number[], number[]] = [[], []];
  class Socket extends TrialSocket {
    constructor(url: string) {
      super(url);
      sockets.push(this);
      if (service.isReady ?? true) queueMicrotask(() => this.receive({ type: 'ready' }));
    }
  }
  const answer = <A>(error: Error | undefined, value: A): A => {
    if (error) throw error;
    return value;
  };
  const source = {
    read: async () => {
      readAt.push(time.now);
      return answer(await service.read?.(), { at: String(readAt.length) } as SitesOverview);
    },
    ticket: async () => {
      ticketsAt.push(time.now);
      return answer(service.ticket?.(), { url: 'wss://live.test' });
    },
  };
  const settings = {
    socket: () => Socket as unknown as LiveSocketConstructor,
    clock: time.clock,
    wait: time.wait,
    random: () => 0,
    onReturn: () => () => {},
  };
  const stop = new AbortController();
  const shown: OverviewSnapshot[] = [];
  let ended: unknown;
  const done = (async () => {
    for await (const snapshot of new OverviewWatch(source, settings, { requestsPerDay }).run(stop.signal)) {
      shown.push(snapshot);
    }
  })().then(
    () => (ended = 'done'),
    (error) => (ended = error),
  );
  onTestFinished(async () => {
    stop.abort();
    await done;
  });
  return {
    time,
    readAt,
    ticketsAt,
    stop,
    ended: () => ended,
    shown: () => shown.at(-1),
    socket: () => sockets.at(-1) as TrialSocket,
    happen: () => sockets.at(-1)?.receive({ type: 'device_removed', device_id: 'a' }),
  };
}

test('A watch of the overview reads at once, when it is connected, and then every minute', async () => {
  const watch = startWatch();
  await watch.time.pass(4 * MINUTE);
  expect(watch.readAt).toEqual([0, 5 * SECOND, 65 * SECOND, 125 * SECOND, 185 * SECOND]);
  expect(watch.shown()).toMatchObject({ connection: 'live', overview: { at: '5' } });
});

test('A change is followed by a read within a second, and changes that come together by one', async () => {
  const watch = startWatch();
  await watch.time.pass(30 * SECOND);
  for (let change = 0; change < 20; change++) watch.happen();
  await watch.time.pass(1 * SECOND);
  expect(watch.readAt).toEqual([0, 5 * SECOND, 31 * SECOND]);
});

test('Changes without a pause are followed by a read every five seconds', async () => {
  const watch = startWatch();
  await watch.time.pass(30 * SECOND);
  for (let second = 0; second < 20; second++) {
    watch.happen();
    await watch.time.pass(1 * SECOND);
  }
  expect(watch.readAt.slice(2)).toEqual([31, 36, 41, 46].map((it) => it * SECOND));
});

test('Within 1,440 requests a day, a watch reads every two minutes while it is quiet, and at once after a change', async () => {
  const watch = startWatch({}, 1_440);
  await watch.time.pass(HOUR);
  expect(watch.readAt.length).toBeLessThan(32);
  watch.happen();
  const { now } = watch.time;
  await watch.time.pass(5 * SECOND);
  expect((watch.readAt.at(-1) ?? 0) - now).toBeLessThanOrEqual(5 * SECOND);
});

test.each([
  ['is quiet, with connections of two hours', { everySeconds: 0, endsAfter: 2 * HOUR }],
  ['is never quiet', { everySeconds: 3, endsAfter: 2 * HOUR }],
  ['loses its connection every minute', { everySeconds: 3, endsAfter: MINUTE }],
] as const)(
  'A watch with 1,440 requests a day keeps to them on a day that %s',
  async (_, { everySeconds, endsAfter }) => {
    const watch = startWatch({}, 1_440);
    const step = everySeconds === 0 ? MINUTE : everySeconds * SECOND;
    for (let passed = 0; passed < 24 * HOUR; passed += step) {
      await watch.time.pass(step);
      if (everySeconds > 0) watch.happen();
      if (passed % endsAfter === 0) watch.socket()?.receive({ type: 'closing', reason: 'lifetime_over' });
    }
    const sent = watch.readAt.length + watch.ticketsAt.length;
    expect(sent).toBeLessThanOrEqual(1_440);
    expect(sent).toBeGreaterThan(everySeconds === 0 ? 700 : 1_300);
    // Even then, nothing on the screen is older than a few minutes.
    const gaps = watch.readAt.slice(1).map((at, place) => at - (watch.readAt[place] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(3 * MINUTE);
  },
);

test('A watch that the service does not answer for a day keeps to its requests, and is back within two minutes', async () => {
  let isDown = true;
  const down = () => (isDown ? UNANSWERED : undefined);
  const watch = startWatch({ read: down, ticket: down }, 1_440);
  await watch.time.pass(24 * HOUR);
  expect(watch.readAt.length + watch.ticketsAt.length).toBeLessThanOrEqual(1_440);
  expect(watch.shown()).toMatchObject({ connection: 'offline', overview: undefined });
  isDown = false;
  await watch.time.pass(2 * MINUTE);
  expect(watch.shown()?.connection).not.toBe('offline');
  await watch.time.pass(3 * MINUTE);
  expect(watch.shown()?.connection).toBe('live');
});

test('While reads fail, the last overview stays, and the watch says that it is offline until one succeeds', async () => {
  let error: Error | undefined;
  const watch = startWatch({ read: () => error });
  await watch.time.pass(10 * SECOND);
  error = failure(503);
  await watch.time.pass(MINUTE);
  expect(watch.shown()).toMatchObject({ connection: 'offline', overview: { at: '2' } });
  error = undefined;
  await watch.time.pass(MINUTE);
  expect(watch.shown()).toMatchObject({ connection: 'live' });
});

test('A watch reads no sooner than the service asks it to', async () => {
  const watch = startWatch({ read: () => failure(429, { retryAfterSeconds: 42 }) });
  await watch.time.pass(43 * SECOND);
  expect(watch.readAt).toEqual([0, 42 * SECOND]);
});

test('Without live connections, a watch polls, and asks for a ticket again after some minutes', async () => {
  const watch = startWatch({ ticket: () => failure(409) });
  await watch.time.pass(10 * MINUTE);
  expect(watch.shown()?.connection).toBe('polling');
  expect(watch.readAt.length).toBe(11);
  expect(watch.ticketsAt.length).toBeLessThan(12);
});

test('A lost connection is followed by a read at once and by another connection', async () => {
  const watch = startWatch();
  await watch.time.pass(30 * SECOND);
  watch.socket().happen('close');
  await watch.time.pass(10 * SECOND);
  expect(watch.ticketsAt).toHaveLength(2);
  expect(watch.readAt.at(-1)).toBeGreaterThan(30 * SECOND);
  expect(watch.shown()?.connection).toBe('live');
});

test.each([
  ['the service answers a read', undefined, 'polling'],
  ['nothing answers', UNANSWERED, 'offline'],
] as const)(
  'If a line dies without a word, a watch of the overview is not live 30 seconds after the last answer: %s',
  async (_, error, connection) => {
    let isDead = false;
    const watch = startWatch({ read: () => (isDead ? error : undefined), isReady: true });
    await watch.time.pass(MINUTE);
    expect(watch.shown()).toMatchObject({ connection: 'live', provenAt: new Date(MINUTE) });
    isDead = true;
    watch.socket().answers = false;
    await watch.time.pass(31.5 * SECOND);
    expect(watch.shown()?.connection).toBe(connection);
    isDead = false;
    await watch.time.pass(15 * SECOND);
    expect(watch.shown()?.connection).toBe('live');
  },
);

test('A watch of the overview that never becomes ready reads every minute and does not call itself live, although pings are answered', async () => {
  const watch = startWatch({ isReady: false });
  await watch.time.pass(3 * MINUTE);
  expect(watch.shown()?.connection).toBe('polling');
  expect(watch.readAt).toEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE]);
});

test('A read that hangs makes a watch of the overview offline ten seconds after it was due, and a live one stays live', async () => {
  let isHanging = false;
  const never = Promise.withResolvers<undefined>();
  const hangs = () => (isHanging ? never.promise : undefined);
  const polling = startWatch({ ticket: () => failure(409), read: hangs });
  const live = startWatch({ read: hangs });
  for (const { time } of [polling, live]) await time.pass(30 * SECOND);
  isHanging = true;
  for (const { time } of [polling, live]) await time.pass(40 * SECOND);
  expect(polling.shown()?.connection).toBe('offline');
  expect(live.shown()?.connection).toBe('live');
  never.resolve(undefined);
});

test('A watch of the overview is late while alerts wait for more than 30 seconds to be sent, and reads every half minute', async () => {
  const watch = startWatch();
  await watch.time.pass(10 * SECOND);
  watch.socket().pong = { type: 'pong', late_seconds: 31 };
  await watch.time.pass(2 * MINUTE);
  expect(watch.shown()?.connection).toBe('late');
  expect(watch.readAt.slice(2)).toEqual([21, 51, 81, 111].map((it) => it * SECOND));
});

test.each([401, 403, 404])(
  'A watch ends with the error of a read that was answered with %i',
  async (status) => {
    let error: Error | undefined;
    const watch = startWatch({ read: () => error });
    await watch.time.pass(10 * SECOND);
    error = failure(status);
    await watch.time.pass(MINUTE);
    expect(watch.ended()).toBe(error);
    const { length } = watch.readAt;
    await watch.time.pass(HOUR);
    expect(watch.readAt).toHaveLength(length);
  },
);

test('A watch of the overview leaves no timer behind when it is stopped', async () => {
  const watch = startWatch();
  await watch.time.pass(10 * SECOND);
  watch.stop.abort();
  await watch.time.pass(0);
  expect([watch.ended(), watch.time.timers]).toEqual(['done', 0]);
});
