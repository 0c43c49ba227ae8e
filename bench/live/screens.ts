import { on, once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The input of the screens' thread: the API, and the token of each screen. */
export interface ScreensOrder {
  readonly url: string;
  readonly tokens: readonly string[];
}

/** A message from the screens' thread. */
export type ScreensReport =
  | { readonly kind: 'connected' }
  | { readonly kind: 'seen'; readonly message: string; readonly times: readonly number[] };

/** Connected screens, in their own thread. */
export interface Screens {
  /** When each screen received the alert with this message, by `now`. Resolves once all screens have it. */
  seen(message: string): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Connects one screen for each token. */
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
