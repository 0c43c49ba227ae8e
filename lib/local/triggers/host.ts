import type { TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import type { Clock } from '../../../shared/time.ts';
import type { Invocation } from '../invoke.ts';
import type { Pause } from './pause.ts';

/** What everything that causes functions needs of the local server. */
export interface TriggerHost {
  /** Runs a function. A run that went wrong has been logged. */
  run(declaration: TriggeredFunction, event: object): Promise<Invocation>;
  /** Whether the functions have their table. */
  isAvailable(): boolean;
  /** Comes when the server is asked to stop: no run begins after that. */
  readonly stopped: AbortSignal;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly newId: () => string;
  readonly log: (line: string) => void;
}

export const LOCAL_ACCOUNT_ID = '000000000000';
export const LOCAL_REGION = 'local';
