import { TABLE_OWNER } from '../../shared/actor.ts';
import { type Clock, formatTimestamp } from '../../shared/time.ts';

/** Who changes users here: whoever may write to the table. They have no password of Guard's, and so guess none. */
export const asTableOwner = (clock: Clock) =>
  ({ caller: TABLE_OWNER, ifMatch: undefined, at: formatTimestamp(clock()), guessesPerHour: 0 }) as const;
