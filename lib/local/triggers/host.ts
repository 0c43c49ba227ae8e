import type { Clock } from '../../../shared/base/time.ts';
import type { TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import type { Invocation } from '../invoke.ts';
import type { Pause } from './pause.ts';

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
