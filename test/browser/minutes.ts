import { expect, vi } from 'vitest';
import { type Pause, pause as realPause } from '../../lib/local/triggers/host.ts';

const MINUTE = 60_000;
/** Shorter pauses wait for no schedule, and longer ones for the end of a connection. */
const SHORTEST = 5_000;

/** The minutes of a local server in this process, which a test passes instead of waiting for them. */
export interface Minutes {
  readonly pause: Pause;
  /** Sets the clock of this process a minute ahead. Resolves when the functions with a schedule have run. */
  pass(): Promise<void>;
  stop(): void;
}

export function startMinutes(): Minutes {
  const RealDate = Date;
  const pauses = new Set<() => void>();
  let ahead = 0;
  const now = () => RealDate.now() + ahead;
  vi.stubGlobal(
    'Date',
    class extends RealDate {
      constructor(...given: [number]) {
        super(...(given.length > 0 ? given : ([now()] as const)));
      }
      static override now = now;
    },
  );
  return {
    async pause(milliseconds, signal) {
      if (milliseconds < SHORTEST || milliseconds > MINUTE) return realPause(milliseconds, signal);
      const { promise, resolve } = Promise.withResolvers<void>();
      pauses.add(resolve);
      await Promise.race([promise, realPause(milliseconds, signal)]);
      pauses.delete(resolve);
    },
    async pass() {
      const skipped = [...pauses];
      pauses.clear();
      ahead += MINUTE;
      for (const skip of skipped) skip();
      await expect.poll(() => pauses.size).toBeGreaterThanOrEqual(skipped.length);
    },
    stop: () => vi.unstubAllGlobals(),
  };
}
