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
import { firstActionOf } from './first-action.ts';
import { recordEvent } from './history.ts';
import { countedAlert } from './read-alert.ts';
import { keepHistory } from './retain-alert.ts';
import { isReopenable, reopened } from './transition.ts';

export interface Reopening extends ActionContext {
  readonly note: string;
  readonly now: Date;
}

/** Attributes that only a resolved alert has: its expiry time and its retention timer. */
const RETENTION = { [TTL_ATTRIBUTE]: 0, [TIMER_INDEX]: '', [DUE_ATTRIBUTE]: '' };

/**
 * Reopens a resolved alert: it is acknowledged, claims its dedup key again, and does not expire or escalate. Throws
 * `not_reopenable`, and `dedup_key_taken` if another open alert has its dedup key. A repetition by the same person with the
 * same note changes nothing, because the first response may have been lost.
 */
export function reopenAlert(table: Table, alert: StoredAlert, reopening: Reopening): Promise<Alert> {
  const { note, now, actor } = reopening;
  return decideAndWrite(table, alert, reloadEntity(table, ALERTS, alert), async (stored, writeId) => {
    const { entity, version, pending, removal, dedupScope, firstAction } = stored;
    if (!isReopenable(entity, now)) {
      if (!(await isReopenedBy(table, entity, reopening))) throw new ApiError('not_reopenable');
      return { writes: [], result: await countedAlert(table, stored) };
    }
    const result = reopened(entity, reopening);
    const before = { ...alertItem(entity, pending), ...RETENTION };
    const writes = [
      changeItem(
        table,
        before,
        {
          ...ALERTS.item(result),
          ...firstActionOf({ ...entity, firstAction }, result, actor),
        },
        { version, writeId },
      ),
      recordEvent(table, result, 'reopened', reopening, note),
      ...(await restoreDedupKey(table, { entity: result, dedupScope }, actor)),
      ...(removal === undefined ? [] : await keepHistory(table, entity)),
    ];
    return { writes, result };
  });
}

/** Whether this person has reopened the alert with this note. */
async function isReopenedBy(table: Table, alert: Alert, { actor, note }: Reopening): Promise<boolean> {
  const { id, tenant_id, status, acknowledged_at, acknowledged_by } = alert;
  if (status !== 'acknowledged' || acknowledged_at === null || acknowledged_by !== actor.id) return false;
  const { pk, sk } = ALERT_EVENTS.key(tenant_id, id, idsBeginAt(acknowledged_at));
  for await (const item of queryAll(table, pk, sk)) {
    const { action, note: recorded } = ALERT_EVENTS.entityOf(item);
    if (action === 'reopened' && recorded === note) return true;
  }
  return false;
}

/** The prefix of the ids of one millisecond. */
const idsBeginAt = (at: string) => lowestIdAt(new Date(at)).slice(0, 13);

/** Claims the dedup key again. A closed alert may still have it: an older release left the claim. */
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
