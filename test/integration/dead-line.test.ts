import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createGuardClient, type WatchConnection } from '../../lib/client/index.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { connectAs } from '../support/live-client.ts';
import { type Swallowed, type SwallowingProxy, startSwallowingProxy } from '../support/swallowing-proxy.ts';
import { FAILED } from '../support/trigger-host.ts';
import { SECOND, TrialTime } from '../support/watch-trial.ts';

let guard: TestGuard;
let proxy: SwallowingProxy;
let master: string;
let siteId: string;
let hasFanOut = true;

beforeAll(async () => {
  guard = await startGuard({
    live: { around: async (name, run) => (name === 'fan-out' && !hasFanOut ? FAILED : run()) },
  });
  proxy = await startSwallowingProxy(guard.url);
  master = await guard.signIn('master@acme.test');
  siteId = (await guard.call('GET /api/v1/sites', { token: master })).body.data[0].id;
});
afterAll(async () => {
  await proxy.stop();
  await guard.stop();
});

async function raise(): Promise<string> {
  const body = JSON.stringify({ site_id: siteId, type: 'panic', severity: 'critical', message: 'Hold-up' });
  return (await guard.call('POST /api/v1/alerts', { token: master, body })).body.id;
}

/** Watches through the proxy, with a clock that only the test advances. */
function startWatch() {
  const time = new TrialTime();
  class ProxiedSocket extends WebSocket {
    constructor(url: string) {
      super(proxy.through(url));
      this.on('error', () => {});
    }
  }
  const client = createGuardClient({
    baseUrl: guard.url,
    session: { token: master, issuedAt: 0 },
    WebSocket: ProxiedSocket,
    clock: time.clock,
    wait: time.wait,
    random: () => 0,
  });
  const stop = new AbortController();
  const connections: WatchConnection[] = [];
  let ids: readonly string[] = [];
  const done = (async () => {
    for await (const snapshot of client.alerts.watch({}, { signal: stop.signal })) {
      connections.push(snapshot.connection);
      ids = snapshot.alerts.map(({ id }) => id);
    }
  })();
  return {
    time,
    connection: () => connections.at(-1),
    /** How it was connected, in each snapshot. */
    connections,
    ids: () => ids,
    async stop() {
      stop.abort();
      await done;
    },
  };
}

describe('a line on which frames disappear while HTTP works', () => {
  test.each<Swallowed>(['from the server', 'from the client', 'in both directions'])(
    'A watch notices it, shows an alarm that was raised meanwhile, and is live again when the line is: %s',
    async (what) => {
      const watch = startWatch();
      await expect.poll(watch.connection).toBe('live');
      proxy.swallow(what);
      await watch.time.pass(20 * SECOND); // sends a ping
      await watch.time.pass(10 * SECOND - 1);
      expect(watch.connection()).toBe('live');
      const before = watch.connections.length;
      await watch.time.pass(1);
      // It lists at once, and the answer may be there already.
      expect(watch.connections.slice(before)).toContain('offline');
      const id = await raise();
      await watch.time.pass(3 * SECOND); // connects in vain, and lists
      await expect.poll(watch.ids).toContain(id);
      expect(watch.connection()).toBe('polling');
      proxy.swallow('none');
      await watch.time.pass(15 * SECOND); // gives that connection up
      await watch.time.pass(2 * SECOND);
      await expect.poll(watch.connection).toBe('live');
      await watch.stop();
    },
  );
});

test('A pong says for how many seconds an alert has been waiting while the fan-out stands still, and 0 when it goes on', async () => {
  const client = await connectAs(guard, master);
  const pong = async () => {
    const before = client.messages.length;
    client.socket.send('{"type":"ping"}');
    await client.next(() => client.messages.slice(before).some(({ type }) => type === 'pong'));
    return client.messages.findLast(({ type }) => type === 'pong');
  };
  guard.clock.advance(SECOND);
  await raise();
  await client.next(({ type }) => type === 'alert');
  await expect.poll(pong).toEqual({ type: 'pong', late_seconds: 0 });
  hasFanOut = false;
  guard.clock.advance(SECOND);
  await raise();
  guard.clock.advance(42 * SECOND);
  expect(await pong()).toEqual({ type: 'pong', late_seconds: 42 });
  hasFanOut = true;
  await raise();
  await expect.poll(pong).toEqual({ type: 'pong', late_seconds: 0 });
  client.socket.close();
});
