import type { GuardClientOptions } from '../../client/index.ts';
import type { TimerRequest } from '../worker/timer-worker.ts';

type Wait = NonNullable<GuardClientOptions['wait']>;

/** The used part of a `Worker`. */
export interface TimerWorker {
  postMessage(request: TimerRequest): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/**
 * Makes waits that also end on time while the page is hidden or covered. The page counts, too, in case that there is no
 * worker: then a wait ends late instead of never.
 */
export function createPageTimer(startWorker: () => TimerWorker): Wait {
  const rings = new Map<number, () => void>();
  let last = 0;
  let worker: TimerWorker | undefined;
  const start = () => {
    try {
      worker = startWorker();
      worker.addEventListener('message', ({ data }) => rings.get(Number(data))?.());
    } catch {
      // The page counts alone.
    }
  };
  return (milliseconds, signal) => {
    if (last === 0) start();
    last += 1;
    const id = last;
    return new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => () => {
        rings.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        worker?.postMessage({ id });
        settle();
      };
      const ring = end(resolve);
      const abort = end(() => reject(signal?.reason));
      const timer = setTimeout(ring, milliseconds);
      if (signal?.aborted) return abort();
      rings.set(id, ring);
      signal?.addEventListener('abort', abort);
      worker?.postMessage({ id, milliseconds });
    });
  };
}
