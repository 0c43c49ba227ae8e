import { afterEach, expect, test, vi } from 'vitest';
import { createGuardClient } from '../../../../../lib/client/index.ts';
import type { LiveSocketConstructor } from '../../../../../lib/client/watch/live-socket.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Starts two watches, and ends each after its first list. */
async function watchTwice(options: {
  onWarn?: (message: string) => void;
  WebSocket?: LiveSocketConstructor;
}) {
  const page = { data: [], links: {}, meta: { next_cursor: null, prev_cursor: null } };
  const guard = createGuardClient({
    baseUrl: 'https://guard.test',
    session: { token: '1|guard_x' },
    fetch: async () => Response.json(page),
    ...options,
  });
  for await (const _ of guard.alerts.watch()) break;
  for await (const _ of guard.devices.watch()) break;
}

/** A socket that is ready at once: without one, a watch lists after 3 seconds. */
class ReadySocket {
  addEventListener(type: string, listener: (event: { data: string }) => void) {
    if (type === 'message') setImmediate(listener, { data: '{"type":"ready"}' });
  }
  send() {}
  close() {}
}

test('If the platform has no WebSocket, the typed client warns once that watches poll and how to pass a WebSocket class', async () => {
  vi.stubGlobal('WebSocket', undefined);
  const warnings: string[] = [];
  await watchTwice({ onWarn: (message) => warnings.push(message) });
  expect(warnings).toEqual([
    expect.stringMatching(/no WebSocket.*poll every 30 seconds.*createGuardClient\({ WebSocket }\)/),
  ]);
});

test('The typed client’s warning about a missing WebSocket goes to the console by default', async () => {
  vi.stubGlobal('WebSocket', undefined);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await watchTwice({});
  expect(warn).toHaveBeenCalledOnce();
});

test('The typed client does not warn if the application passes a WebSocket class or the platform has one', async () => {
  vi.stubGlobal('WebSocket', undefined);
  const warnings: string[] = [];
  const onWarn = (message: string) => warnings.push(message);
  await watchTwice({ onWarn, WebSocket: ReadySocket as never });
  vi.stubGlobal('WebSocket', ReadySocket);
  await watchTwice({ onWarn });
  expect(warnings).toEqual([]);
});
