import type { GuardedWrite } from '../table/commit.ts';
import { EXISTS } from '../table/expression.ts';
import { tenantIdOf } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { forgetTrouble } from '../test-mode/trouble.ts';
import type { ActionContext } from './action-context.ts';
import type { Alert } from './alert.ts';
import { changeStored } from './change-stored.ts';
import { type Claim, withOccurrences } from './dedup-key.ts';
import { findAlert } from './find-alert.ts';
import { newEntry, occurrencesEntry, restEntries, withRest } from './history.ts';
import { changeAlert } from './transition.ts';

interface Closing extends ActionContext {
  readonly writeId: string;
  /** The note in the history of the test alert. */
  readonly note?: string;
}

export interface ClosedTrouble {
  /** The test alert with the final count; `undefined` if it does not exist any more. */
  readonly alert: Alert | undefined;
  /** Whether the test alert needs no write. Otherwise the writes require that it exists. */
  readonly isUnchanged: boolean;
  /** All writes except the one that changes or deletes the claim. */
  readonly writes: readonly GuardedWrite[];
}

/**
 * Ends the trouble behind a claim: its test alert gets the final count, and the end of the test no longer looks for this
 * trouble.
 */
export async function closeTrouble(
  table: Table,
  { key, open }: Claim,
  testId: string,
  { writeId, note, ...context }: Closing,
): Promise<ClosedTrouble> {
  const forgotten = forgetTrouble(table, { testId, subject: key });
  const stored = await findAlert(table, tenantIdOf(key), open.alertId);
  if (!stored) return { alert: undefined, isUnchanged: true, writes: [forgotten] };
  const { entity, pending: timer } = stored;
  if (note === undefined && entity.occurrences === open.count) {
    return { alert: entity, isUnchanged: true, writes: [forgotten] };
  }
  const noted = note === undefined ? entity : withRest(entity, open, context.at);
  const alert = changeAlert(withOccurrences(noted, open), {}, context.at);
  const entries =
    note === undefined
      ? [occurrencesEntry(alert, open, context)]
      : [...restEntries(noted, open, context), newEntry(alert, 'noted', context, note)];
  const change = { alert, timer, entries, condition: EXISTS };
  const writes = [...changeStored(table, stored, change, writeId), forgotten];
  return { alert, isUnchanged: false, writes };
}
