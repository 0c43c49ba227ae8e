import * as z from 'zod/mini';
import { runInLanes } from '../base/run-in-lanes.ts';
import { epochSecondsAfterDays, formatTimestamp } from '../base/time.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { absentOr, attribute, EXISTS, type Expression, expression } from '../table/expression.ts';
import { type ItemKey, tenantPartition } from '../table/keys.ts';
import { inPartition, queryPages } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { hasVersion } from '../table/version.ts';
import { updateIf, updateItem } from '../table/writes.ts';
import { ALERTS, type Alert, retentionTimer } from './alert.ts';
import { ALERT_EVENTS } from './alert-event.ts';

type Item = Readonly<Record<string, unknown>>;

/** Entries that are updated in parallel. */
const AT_ONCE = 20;
/** A transaction has up to 100 writes; the rest are the alert's own. */
const MOST_KEPT = 90;

/**
 * The expiry time of a resolved alert in epoch seconds, counted from its resolve. Releases before 0.7.0 set none: an alert
 * that still has none long afterwards expires as long after its last change.
 */
export function removalOf(alert: Alert, retentionDays: number): number {
  const { resolved_at, updated_at } = alert;
  const isLate = updated_at > retentionTimer(alert).due;
  return epochSecondsAfterDays(isLate ? updated_at : (resolved_at ?? updated_at), retentionDays);
}

/**
 * Sets the expiry time of a resolved alert and of its history, which contains people's names. The entries get it before the
 * alert does. If an entry is written meanwhile, the alert has a new version: its timer stays due and the next run sets the
 * rest. Release 0.9.0 sets the timer too early: while the alert can be reopened, its timer is moved to the right time.
 */
export async function retainAlert(
  table: Table,
  item: Item,
  { now, retentionDays }: { readonly now: Date; readonly retentionDays: number },
): Promise<void> {
  const { entity: alert, version, removal = removalOf(alert, retentionDays) } = ALERTS.read(item);
  const { due } = retentionTimer(alert);
  const updateAlert = (update: Expression) =>
    updateIf(table, ALERTS.key(alert.tenant_id, alert.id), { update, condition: hasVersion(version) });
  if (due > formatTimestamp(now)) {
    await updateAlert(expression`SET #due = ${due}`);
    return;
  }
  for await (const keys of entriesOfOtherRemoval(table, alert, removal)) {
    await runInLanes(keys, AT_ONCE, (key) =>
      updateIf(table, key, { update: expression`SET #ttl = ${removal}`, condition: EXISTS }),
    );
  }
  await updateAlert(expression`SET #ttl = ${removal} REMOVE #timer, #due`);
}

/**
 * The writes that keep the history of an alert when it is reopened. Only release 0.9.0 set expiry times that early. A longer
 * history does not fit into a transaction: the rest keeps its expiry time until the next resolve.
 */
export async function keepHistory(table: Table, alert: Alert): Promise<GuardedWrite[]> {
  const keys: ItemKey[] = [];
  for await (const page of entriesOfOtherRemoval(table, alert, undefined)) keys.push(...page);
  const expressions = { update: expression`REMOVE #ttl`, condition: EXISTS };
  return keys.slice(-MOST_KEPT).map((key) => updateItem(table, key, expressions, 'stale'));
}

const keySchema = z.object({ pk: z.string(), sk: z.string() });

/** The keys of the entries with another expiry time than this, in pages, strongly consistent. */
async function* entriesOfOtherRemoval(
  table: Table,
  { tenant_id, id }: Pick<Alert, 'tenant_id' | 'id'>,
  removal: number | undefined,
): AsyncGenerator<ItemKey[]> {
  const pages = queryPages(table, {
    key: inPartition(tenantPartition(tenant_id), ALERT_EVENTS.prefix(id)),
    filter:
      removal === undefined
        ? expression`attribute_exists(#ttl)`
        : absentOr(attribute('ttl'), expression`#ttl <> ${removal}`),
    projection: expression`pk, sk`,
  });
  for await (const page of pages) yield page.map((item) => keySchema.parse(item));
}
