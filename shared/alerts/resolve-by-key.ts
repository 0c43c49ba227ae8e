import { batchGet } from '../table/batch-get.ts';
import { commit, type GuardedWrite } from '../table/commit.ts';
import { untilSettled } from '../table/decide.ts';
import { getItem } from '../table/get-item.ts';
import type { Table } from '../table/table.ts';
import { type AlertActing, decideAction } from './act-on-alert.ts';
import { ALERTS, type Alert } from './alert.ts';
import { keyOfOpenAlert, readOpenAlert } from './open-alert.ts';
import { replay } from './raise-alert.ts';
import type { Replayed } from './raising.ts';
import { type EventIdentity, keepEvent, readReportedEvent } from './reported-event.ts';

/** What is over, and who says so. */
export interface ResolvingByKey extends AlertActing {
  readonly tenantId: string;
  readonly siteId: string;
  readonly dedupKey: string;
  readonly now: Date;
  readonly once: EventIdentity | undefined;
}

export interface ResolvedByKey {
  /** `undefined` where no open alert of the site has this dedup key. */
  readonly alert: Alert | undefined;
  readonly outcome: 'changed' | 'unchanged';
}

/** Resolves the open alert of a site that has a dedup key, if there is one. An event that was reported before does nothing. */
export function resolveByKey(table: Table, resolving: ResolvingByKey): Promise<ResolvedByKey | Replayed> {
  const { tenantId, siteId, dedupKey, now, once } = resolving;
  const key = keyOfOpenAlert({ tenant_id: tenantId, site_id: siteId }, dedupKey);
  const writeId = table.newWriteId();
  return untilSettled<ResolvedByKey | Replayed>(table, async () => {
    const [claim, event] = await batchGet(table, [key, once?.key ?? key]);
    const before = once && readReportedEvent(event, now);
    if (before) return { result: await replay(table, tenantId, once, before) };
    const keep = (alertId: string | undefined): GuardedWrite[] =>
      once ? [keepEvent(table, once, { status: 200, alertId }, { writeId, now })] : [];
    const open = claim && readOpenAlert(claim);
    const item = open && (await getItem(table, ALERTS.key(tenantId, open.alertId)));
    const stored = item && ALERTS.read(item);
    const decision = stored && decideAction(table, stored, 'resolve', resolving, { open, writeId });
    const alert = decision?.result.alert;
    const outcome = decision?.result.outcome ?? 'unchanged';
    const written = await commit(table, [...(decision?.writes ?? []), ...keep(alert?.id)]);
    return written === 'written' ? { result: { alert, outcome } } : undefined;
  });
}
