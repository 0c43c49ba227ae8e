import { TABLE_OWNER } from '../../shared/base/actor.ts';
import { type Clock, formatTimestamp } from '../../shared/base/time.ts';

/** The caller of changes by the command. It has no password, so it needs no limit of guesses. */
export const asTableOwner = (clock: Clock) =>
  ({ caller: TABLE_OWNER, ifMatch: undefined, at: formatTimestamp(clock()), guessesPerHour: 0 }) as const;
