import { readPush } from './push-notice.ts';

// The service worker of the console: it shows pushes, and opens what they are about. It stores and intercepts nothing.

/** The used part of `ServiceWorkerGlobalScope`: its types and those of pages exclude each other. */
interface Worker {
  readonly registration: {
    readonly scope: string;
    showNotification(title: string, options: object): Promise<void>;
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: object): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: string, listener: (event: WorkerEvent) => void): void;
}

interface WindowClient {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
  /** The data of a push. */
  readonly data?: { json(): unknown } | null;
  /** The notification of a click. */
  readonly notification: { readonly data: unknown; close(): void };
}

declare const self: Worker;

/** The worker is registered for the page of the console. */
const { scope } = self.registration;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, url, ...options } = readPush(contentOf(event), scope);
  event.waitUntil(self.registration.showNotification(title, { ...options, data: url }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

function contentOf({ data }: WorkerEvent): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

/** Opens a URL in the console that is open already, or in a new window. */
async function open(url: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const shown = windows.find((it) => it.url.startsWith(scope));
  try {
    if (!shown) throw new Error('The console is not open.');
    await shown.focus();
    await shown.navigate(url);
  } catch {
    await self.clients.openWindow(url);
  }
}
