import type { Clock } from '../../../shared/base/time.ts';
import type { TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import type { Invocation } from '../invoke.ts';

/** What the local server offers to all kinds of triggers. */
export interface TriggerHost {
  run(declaration: TriggeredFunction, event: object): Promise<Invocation>;
  isAvailable(): boolean;
  /** Aborts when the server stops. After that, no run begins. */
  readonly stopped: AbortSignal;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly newId: () => string;
  readonly log: (line: string) => void;
}

export const LOCAL_ACCOUNT_ID = '000000000000';
export const LOCAL_REGION = 'local';

/** Wakes a loop that is waiting for work. */
export class Bell {
  #next: AbortController | undefined;

  /** A signal that aborts when the bell is next rung. */
  get signal(): AbortSignal {
    this.#next ??= new AbortController();
    return this.#next.signal;
  }

  ring(): void {
    const rung = this.#next;
    this.#next = undefined;
    rung?.abort(RUNG);
  }
}

/** A reason of its own, because Node would make an error with a stack each time. */
const RUNG = 'rung';

/** How long a loop sleeps at most if only its bell wakes it. */
export const UNTIL_RUNG = 3_600_000;

/** Waits for a time, or until the signal aborts. It is a parameter, so that tests control time. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = (milliseconds, signal) =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });

export async function waitAtMost(milliseconds: number, work: Promise<unknown>, wait: Pause): Promise<void> {
  const done = new AbortController();
  await Promise.race([work, wait(milliseconds, done.signal)]);
  done.abort();
}
