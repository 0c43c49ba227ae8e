import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const SCOPE = 'https://guard.example/prod/console';
const URL_OF_ALERT = `${SCOPE}?alert=1`;

type Listener = (event: object) => void;

/** The global object of a service worker, with what a test expects of it. */
function fakeWorker(windows: readonly object[]) {
  const listeners = new Map<string, Listener>();
  return {
    listeners,
    registration: { scope: SCOPE, showNotification: vi.fn(async () => {}) },
    clients: {
      claim: vi.fn(async () => {}),
      matchAll: vi.fn(async () => windows),
      openWindow: vi.fn(async () => {}),
    },
    skipWaiting: vi.fn(async () => {}),
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  };
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

/** Starts the worker; `happen` resolves when the work of an event is done. */
async function start(windows: readonly object[] = []) {
  const worker = fakeWorker(windows);
  vi.stubGlobal('self', worker);
  await import('../../../../../lib/console/worker/service-worker.ts');
  const happen = async (name: string, event: object = {}) => {
    const works: Promise<unknown>[] = [];
    worker.listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) });
    await Promise.all(works);
    expect(works).toHaveLength(1);
  };
  return { worker, happen };
}

test('A new version of the console’s service worker replaces an older version at once', async () => {
  const { worker, happen } = await start();
  await happen('install');
  await happen('activate');
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
  expect(worker.clients.claim).toHaveBeenCalledOnce();
});

test('The console’s service worker shows every push message, even one that it cannot read', async () => {
  const { worker, happen } = await start();
  const content = { title: 'Critical panic', text: '14:03', tag: 'a', link: URL_OF_ALERT };
  await happen('push', { data: { json: () => content } });
  await happen('push', { data: { json: () => JSON.parse('no JSON') } });
  expect(worker.registration.showNotification.mock.calls).toEqual([
    ['Critical panic', { body: '14:03', tag: 'a', data: URL_OF_ALERT }],
    ['Guard', { body: '', tag: 'guard', data: SCOPE }],
  ]);
});

const click = () => ({ notification: { close: vi.fn(), data: URL_OF_ALERT } });

test('If no console is open, a click on a push message opens the console at the message’s link', async () => {
  const other = { url: 'https://guard.example/prod/docs', focus: vi.fn(), navigate: vi.fn() };
  const { worker, happen } = await start([other]);
  const clicked = click();
  await happen('notificationclick', clicked);
  expect(clicked.notification.close).toHaveBeenCalledOnce();
  expect(worker.clients.openWindow).toHaveBeenCalledWith(URL_OF_ALERT);
  expect(other.navigate).not.toHaveBeenCalled();
});

test('If a console is open, a click on a push message leads this console to the message’s link', async () => {
  const open = { url: `${SCOPE}#/sites`, focus: vi.fn(async () => {}), navigate: vi.fn(async () => {}) };
  const { worker, happen } = await start([open]);
  await happen('notificationclick', click());
  expect(open.focus).toHaveBeenCalledOnce();
  expect(open.navigate).toHaveBeenCalledWith(URL_OF_ALERT);
  expect(worker.clients.openWindow).not.toHaveBeenCalled();
});

test('A click on a push message opens a new window if the browser cannot navigate the open console', async () => {
  const open = {
    url: SCOPE,
    focus: vi.fn(async () => {}),
    navigate: vi.fn(async () => Promise.reject(new TypeError())),
  };
  const { worker, happen } = await start([open]);
  await happen('notificationclick', click());
  expect(worker.clients.openWindow).toHaveBeenCalledWith(URL_OF_ALERT);
});
