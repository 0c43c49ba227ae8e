import { setImmediate } from 'node:timers/promises';
import type { Invocation } from '../../lib/local/invoke.ts';
import type { TriggerHost } from '../../lib/local/triggers/host.ts';
import { defineTrigger, type StreamTrigger, type TriggeredFunction } from '../../shared/lambda/trigger.ts';

/** The triggers of a local server with a clock that only the test advances. */
export interface TrialHost extends TriggerHost {
  /** Every run so far, in order. */
  readonly runs: { readonly name: string; readonly at: number; readonly event: unknown }[];
  readonly lines: string[];
  isUp: boolean;
  /** Advances the clock and runs everything that is due by then. */
  advance(milliseconds: number): Promise<void>;
  stop(): void;
}

export const RETURNED: Invocation = { outcome: 'returned', result: null };
export const FAILED: Invocation = { outcome: 'failed', error: new Error('no') };

/** A function that reads new alerts from the stream. */
export function trialReader(limits: Pick<StreamTrigger, 'retries' | 'parallelBatches'>) {
  return defineTrigger('trials/read', {
    description: 'Reads changes',
    trigger: {
      kind: 'stream',
      changes: { INSERT: ['ALERT#'] },
      batchSize: 4,
      maximumAgeSeconds: 60,
      ...limits,
    },
  });
}

type Answer = (event: unknown, declaration: TriggeredFunction) => Invocation | Promise<Invocation>;

export function makeTrialHost(answer: Answer = () => RETURNED): TrialHost {
  const stopping = new AbortController();
  const sleepers = new Set<{ readonly until: number; wake(): void }>();
  let now = Date.parse('2026-11-22T00:00:00.000Z');
  let ids = 0;

  async function wakeUntil(end: number): Promise<void> {
    for (;;) {
      await settle();
      const [next] = [...sleepers].sort((a, b) => a.until - b.until);
      if (!next || next.until > end) return;
      now = Math.max(now, next.until);
      next.wake();
    }
  }

  const host: TrialHost = {
    runs: [],
    lines: [],
    isUp: true,
    run: async (declaration, event) => {
      host.runs.push({ name: declaration.name, at: now, event });
      return answer(event, declaration);
    },
    isAvailable: () => host.isUp,
    stopped: stopping.signal,
    clock: () => new Date(now),
    pause: (milliseconds, signal) =>
      new Promise((resolve) => {
        const sleeper = {
          until: now + milliseconds,
          wake() {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        if (signal.aborted) return resolve();
        sleepers.add(sleeper);
        signal.addEventListener('abort', sleeper.wake);
      }),
    newId() {
      ids += 1;
      return `id-${ids}`;
    },
    log: (line) => host.lines.push(line),
    async advance(milliseconds) {
      const end = now + milliseconds;
      await wakeUntil(end);
      now = end;
      await wakeUntil(end);
    },
    stop: () => stopping.abort(),
  };
  return host;
}

/** Runs everything that does not wait for the clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}
