import type { RecordedActor } from '../actor.ts';
import { ApiError } from '../errors.ts';
import { lowestIdAt } from '../ids.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX, TTL_ATTRIBUTE } from '../table/definition.ts';
import { getItem } from '../table/get-item.ts';
import { queryAll } from '../table/query-all.ts';
import type { Table } from '../table/table.ts';
import type { ActionContext } from './action-context.ts';
import { ALERTS, type Alert, alertItem, type StoredAlert } from './alert.ts';
import { ALERT_EVENTS } from './alert-event.ts';
import { type Claimant, claimDedupKey, claimKeyOf, readOpenAlert } from './dedup-key.ts';
import { findAlert } from './find-alert.ts';
import { recordEvent } from './history.ts';
import { countedAlert } from './read-alert.ts';
import { keepHistory } from './retain-alert.ts';
import { isReopenable, reopened } from './transition.ts';

/** Who reopens an alert, and why. */
export interface Reopening extends ActionContext {
  readonly note: string;
  readonly now: Date;
}

/** What a resolved alert may have and an open one has not: its time of deletion, and the timer of that. */
const GOES = { [TTL_ATTRIBUTE]: 0, [TIMER_INDEX]: '', [DUE_ATTRIBUTE]: '' };

/**
 * Takes the resolve of an alert back that was just read: it is acknowledged again, has its dedup key and its occurrences, and
 * stays. Nothing escalates. Throws `not_reopenable`, and `dedup_key_taken` where another open alert has its dedup key.
 * A repetition of the same person with the same note changes nothing: their first answer may have been lost.
 */
export function reopenAlert(table: Table, alert: StoredAlert, reopening: Reopening): Promise<Alert> {
  const { note, now, actor } = reopening;
  return decideAndWrite(table, alert, reloadEntity(table, ALERTS, alert), async (stored, writeId) => {
    const { entity, version, pending, removal, dedupScope } = stored;
    if (!isReopenable(entity, now)) {
      if (!(await isReopenedBy(table, entity, reopening))) throw new ApiError('not_reopenable');
      return { writes: [], result: await countedAlert(table, stored) };
    }
    const result = reopened(entity, reopening);
    const before = { ...alertItem(entity, pending), ...GOES };
    const writes = [
      changeItem(table, before, ALERTS.item(result), { version, writeId }),
      recordEvent(table, result, 'reopened', reopening, note),
      ...(await restoreDedupKey(table, { entity: result, dedupScope }, actor)),
      ...(removal === undefined ? [] : await keepHistory(table, entity)),
    ];
    return { writes, result };
  });
}

/** Whether an alert is acknowledged because this person has reopened it, with this note. */
async function isReopenedBy(table: Table, alert: Alert, { actor, note }: Reopening): Promise<boolean> {
  const { id, tenant_id, status, acknowledged_at, acknowledged_by } = alert;
  if (status !== 'acknowledged' || acknowledged_at === null || acknowledged_by !== actor.id) return false;
  const { pk, sk } = ALERT_EVENTS.key(tenant_id, id, idsBeginAt(acknowledged_at));
  for await (const item of queryAll(table, pk, sk)) {
    const { action, note: said } = ALERT_EVENTS.entityOf(item);
    if (action === 'reopened' && said === note) return true;
  }
  return false;
}

/** What the ids of one millisecond begin with. */
const idsBeginAt = (at: string) => lowestIdAt(new Date(at)).slice(0, 13);

/** Claims the dedup key again. A claim of an alert that is over was left behind by a release that does not know it. */
async function restoreDedupKey(table: Table, claimant: Claimant, by: RecordedActor): Promise<GuardedWrite[]> {
  const { entity: alert } = claimant;
  const key = claimKeyOf(claimant);
  const claim = key && (await getItem(table, key));
  if (!claim) return claimDedupKey(table, claimant, by, undefined);
  const holderId = readOpenAlert(claim).alertId;
  const holder = holderId === alert.id ? undefined : await findAlert(table, alert.tenant_id, holderId);
  if (holder && holder.entity.status !== 'resolved') throw new ApiError('dedup_key_taken');
  return claimDedupKey(table, claimant, by, holderId);
}
