import type { Alert } from '../../client/types.ts';

/** An acknowledgement that a person made without a connection. */
export interface Unsent {
  /** The alert as the person saw it. */
  readonly alert: Alert;
  readonly note: string;
  /** When it was made, in milliseconds. */
  readonly madeAt: number;
  /** Whether it may have arrived without an answer. */
  readonly mayHaveArrived: boolean;
}

/** An acknowledgement is sent within this time or never: later, it would surprise those who have acted meanwhile. */
export const UNSENT_MS = 2 * 60_000;

/** The milliseconds for which it may still be sent. A clock that was set back leaves none. */
export function leftOf({ madeAt }: Pick<Unsent, 'madeAt'>, now: number): number {
  return now < madeAt ? 0 : Math.max(0, madeAt + UNSENT_MS - now);
}
