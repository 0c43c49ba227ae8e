import * as z from 'zod/mini';
import { runInLanes } from '../base/run-in-lanes.ts';
import { epochSecondsAfterDays } from '../base/time.ts';
import { absentOr, attribute, EXISTS, type Expression, expression } from '../table/expression.ts';
import { type ItemKey, picturePrefix, tenantPartition } from '../table/keys.ts';
import { inPartition, queryPages } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { hasVersion } from '../table/version.ts';
import { updateIf } from '../table/writes.ts';
import { ALERTS, type Alert } from './alert.ts';
import { ALERT_EVENTS } from './alert-event.ts';
import { isDivided } from './alert-form.ts';

type Item = Readonly<Record<string, unknown>>;

/** How many history entries are updated in parallel. */
const AT_ONCE = 20;

/** The expiry time of a resolved alert in epoch seconds, counted from the time at which it was resolved. */
export function removalOf({ resolved_at, updated_at }: Alert, retentionDays: number): number {
  return epochSecondsAfterDays(resolved_at ?? updated_at, retentionDays);
}

/**
 * Sets the expiry time of a resolved alert, of its history, which contains people's names, and of those pictures that would
 * outlive it. They get it first, the alert last. If a history entry or picture is added meanwhile, the alert has a new version: the timer then stays due, and
 * the next run sets the rest.
 */
export async function retainAlert(table: Table, item: Item, retentionDays: number): Promise<void> {
  const stored = ALERTS.read(item);
  const { entity: alert, version, removal = removalOf(alert, retentionDays) } = stored;
  const ofOtherRemoval = absentOr(attribute('ttl'), expression`#ttl <> ${removal}`);
  const laterThanRemoval = absentOr(attribute('ttl'), expression`#ttl > ${removal}`);
  const hasEntries = !isDivided(stored.form) || stored.ownEntry !== undefined;
  for (const { prefix, filter } of [
    ...(hasEntries ? [{ prefix: ALERT_EVENTS.prefix(alert.id), filter: ofOtherRemoval }] : []),
    { prefix: picturePrefix(alert.id), filter: laterThanRemoval },
  ]) {
    await expireAt(table, alert.tenant_id, removal, { prefix, filter });
  }
  await updateIf(table, ALERTS.key(alert.tenant_id, alert.id), {
    update: expression`SET #ttl = ${removal} REMOVE #timer, #due`,
    condition: hasVersion(version),
  });
}

/** Sets the expiry time of the items with a prefix that match. */
async function expireAt(
  table: Table,
  tenantId: string,
  removal: number,
  items: { readonly prefix: string; readonly filter: Expression },
): Promise<void> {
  for await (const keys of keysOf(table, tenantId, items)) {
    await runInLanes(keys, AT_ONCE, (key) =>
      updateIf(table, key, { update: expression`SET #ttl = ${removal}`, condition: EXISTS }),
    );
  }
}

const keySchema = z.object({ pk: z.string(), sk: z.string() });

/** Finds the keys of the items with a prefix that match, in pages, strongly consistent. */
async function* keysOf(
  table: Table,
  tenantId: string,
  { prefix, filter }: { readonly prefix: string; readonly filter: Expression },
): AsyncGenerator<ItemKey[]> {
  const key = inPartition(tenantPartition(tenantId), prefix);
  for await (const page of queryPages(table, { key, filter, projection: expression`pk, sk` })) {
    yield page.map((item) => keySchema.parse(item));
  }
}
