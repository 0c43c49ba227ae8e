import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../shared/base/time.ts';
import type { TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import type { Invocation } from '../invoke.ts';

/** The services of the local server for all kinds of triggers. */
export interface TriggerHost {
  run(declaration: TriggeredFunction, event: object): Promise<Invocation>;
  isAvailable(): boolean;
  /** The signal, which aborts when the server stops: no run begins afterwards. */
  readonly stopped: AbortSignal;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly newId: () => string;
  readonly log: (line: string) => void;
}

export const LOCAL_ACCOUNT_ID = '000000000000';
export const LOCAL_REGION = 'local';

/** Wakes a loop that waits for work. */
export class Bell {
  #next = new AbortController();

  /** The signal, which aborts at the next ring. */
  get signal(): AbortSignal {
    return this.#next.signal;
  }

  ring(): void {
    const rung = this.#next;
    this.#next = new AbortController();
    rung.abort();
  }
}

/** The maximum sleep of a loop that only its bell wakes. */
export const UNTIL_RUNG = 3_600_000;

/** Waits for this time, or until the signal. It is a parameter, so that tests control time. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = async (milliseconds, signal) => {
  await delay(milliseconds, undefined, { signal }).catch(() => {}); // it throws on the signal
};

export async function waitAtMost(milliseconds: number, work: Promise<unknown>, wait: Pause): Promise<void> {
  const done = new AbortController();
  await Promise.race([work, wait(milliseconds, done.signal)]);
  done.abort();
}
