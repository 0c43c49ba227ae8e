import { on, once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What the thread of the screens is given: the API, and a session for each screen. */
export interface ScreensOrder {
  readonly url: string;
  readonly tokens: readonly string[];
}

/** What that thread tells: that all screens are connected; when each of them had an alert. */
export type ScreensReport =
  | { readonly kind: 'connected' }
  | { readonly kind: 'seen'; readonly message: string; readonly times: readonly number[] };

/** Connected screens, in a thread of their own. */
export interface Screens {
  /** When each screen had the alert with this message, by `now` of this machine. Waits until all have it. */
  seen(message: string): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Connects a screen for each session. */
export async function connectScreens(order: ScreensOrder): Promise<Screens> {
  const worker = new Worker(new URL('./screens-worker.ts', import.meta.url), { workerData: order });
  const reports = on(worker, 'message');
  const next = async (): Promise<ScreensReport> => (await reports.next()).value?.[0];
  await next();
  return {
    async seen(message) {
      for (;;) {
        const report = await next();
        if (report.kind === 'seen' && report.message === message) return report.times;
      }
    },
    async close() {
      worker.postMessage('close');
      await once(worker, 'exit');
    },
  };
}
