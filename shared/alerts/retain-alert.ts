import * as z from 'zod/mini';
import { runInLanes } from '../base/run-in-lanes.ts';
import { epochSecondsAfterDays } from '../base/time.ts';
import { absentOr, attribute, EXISTS, expression } from '../table/expression.ts';
import { type ItemKey, tenantPartition } from '../table/keys.ts';
import { inPartition, queryPages } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { hasVersion } from '../table/version.ts';
import { updateIf } from '../table/writes.ts';
import { ALERTS, type Alert } from './alert.ts';
import { ALERT_EVENTS } from './alert-event.ts';

type Item = Readonly<Record<string, unknown>>;

/** How many history entries are updated in parallel. */
const AT_ONCE = 20;

/** The expiry time of a resolved alert in epoch seconds, counted from the time at which it was resolved. */
export function removalOf({ resolved_at, updated_at }: Alert, retentionDays: number): number {
  return epochSecondsAfterDays(resolved_at ?? updated_at, retentionDays);
}

/**
 * Sets the expiry time of a resolved alert and of its history, which contains people's names. The history entries get it
 * first, the alert last. If a history entry is added meanwhile, the alert has a new version: the timer then stays due, and
 * the next run sets the rest.
 */
export async function retainAlert(table: Table, item: Item, retentionDays: number): Promise<void> {
  const { entity: alert, version, removal = removalOf(alert, retentionDays) } = ALERTS.read(item);
  for await (const keys of entriesOfOtherRemoval(table, alert, removal)) {
    await runInLanes(keys, AT_ONCE, (key) =>
      updateIf(table, key, { update: expression`SET #ttl = ${removal}`, condition: EXISTS }),
    );
  }
  await updateIf(table, ALERTS.key(alert.tenant_id, alert.id), {
    update: expression`SET #ttl = ${removal} REMOVE #timer, #due`,
    condition: hasVersion(version),
  });
}

const keySchema = z.object({ pk: z.string(), sk: z.string() });

/** Finds the keys of the history entries that have no or another expiry time, in pages, strongly consistent. */
async function* entriesOfOtherRemoval(
  table: Table,
  { tenant_id, id }: Pick<Alert, 'tenant_id' | 'id'>,
  removal: number,
): AsyncGenerator<ItemKey[]> {
  const pages = queryPages(table, {
    key: inPartition(tenantPartition(tenant_id), ALERT_EVENTS.prefix(id)),
    filter: absentOr(attribute('ttl'), expression`#ttl <> ${removal}`),
    projection: expression`pk, sk`,
  });
  for await (const page of pages) yield page.map((item) => keySchema.parse(item));
}
