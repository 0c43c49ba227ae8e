import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { isActiveTenant } from '../accounts/account.ts';
import { USERS } from '../accounts/user.ts';
import { ALERTS, type Alert } from '../alerts/alert.ts';
import { SITES, type Site } from '../sites/site.ts';
import { TIMER_INDEX } from '../table/definition.ts';
import { expression, expressionInput } from '../table/expression.ts';
import { tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import { type OnUnreadable, readable } from '../webhooks/webhook.ts';
import { heldPartition, isHeld, NOTIFICATIONS, type StoredNotification } from './notification.ts';
import { keysOfPerson, type Person, readPerson } from './recipients.ts';
import { type ChannelRef, rankOf, shortId } from './storm.ts';

/**
 * How many notifications one summary reads and marks at most, the highest severity first. The next summary handles the
 * others.
 */
const MOST_IN_SUMMARY = 500;

const keySchema = z.object({ pk: z.string(), sk: z.string() });

/** A notification that is held for a summary, with what it depends on. */
export interface HeldNotification {
  readonly stored: StoredNotification;
  readonly version: Version;
  readonly alert: Alert | undefined;
  /** `undefined` for a deleted site. */
  readonly site: Site | undefined;
  /** The end of the notification's id, by which the storm names it. */
  readonly shortId: string;
}

export interface Held {
  /** The notifications, the highest severity first, then the oldest. It is the current severity of the alert that counts. */
  readonly notifications: readonly HeldNotification[];
  /** Whether there may be more held notifications. */
  readonly hasMore: boolean;
  readonly person: Person;
  readonly isTenantActive: boolean;
}

/**
 * Reads the notifications that a channel holds, except those that this release cannot read. The index may lag behind; the
 * next summary then finds the rest.
 */
export async function findHeld(
  table: Table,
  { tenantId, userId, channelId }: ChannelRef,
  onUnreadable: OnUnreadable,
): Promise<Held> {
  const keys = await findKeys(table, channelId);
  const [tenant, ...others] = await batchGet(table, [
    tenantKey(tenantId),
    ...keysOfPerson(tenantId, userId),
    ...keys,
  ]);
  const ofPerson = others.slice(0, others.length - keys.length);
  const found = others.slice(ofPerson.length).flatMap((item, place) => {
    const key = keys[place];
    const stored = item && key && readable(key, () => NOTIFICATIONS.read(item), onUnreadable);
    if (!stored || !isHeld(stored.entity) || stored.entity.channel_id !== channelId) return [];
    return [{ stored, version: readVersion(item), shortId: shortId(stored.entity.id) }];
  });
  const keyOf = ({ stored }: (typeof found)[number]) => ALERTS.key(tenantId, stored.entity.subject_id);
  const siteKeyOf = ({ stored }: (typeof found)[number]) => SITES.key(tenantId, stored.state.site_id);
  const items = await batchGet(table, [...found.map(keyOf), ...found.map(siteKeyOf)]);
  const notifications = found.flatMap((it, place) => {
    const [alertItem, siteItem] = [items[place], items[found.length + place]];
    const site = siteItem && readable(siteKeyOf(it), () => SITES.entityOf(siteItem), onUnreadable);
    if (!alertItem) return { ...it, site, alert: undefined };
    const alert = readable(keyOf(it), () => ALERTS.read(alertItem).entity, onUnreadable);
    return alert ? { ...it, site, alert } : [];
  });
  const rank = ({ stored, alert }: HeldNotification) => rankOf(stored.entity.event, alert?.severity);
  return {
    notifications: notifications.toSorted((one, other) => rank(other) - rank(one)),
    hasMore: keys.length >= MOST_IN_SUMMARY,
    person: readPerson(ofPerson, USERS.key(tenantId, userId), onUnreadable),
    isTenantActive: isActiveTenant(tenant),
  };
}

async function findKeys(table: Table, channelId: string) {
  const query = {
    TableName: table.name,
    IndexName: TIMER_INDEX,
    ...expressionInput({ key: expression`#timer = ${heldPartition(channelId)}` }),
  };
  const keys: z.infer<typeof keySchema>[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...query, Limit: MOST_IN_SUMMARY - keys.length, ExclusiveStartKey: startKey }),
    );
    keys.push(...Items.map((item) => keySchema.parse(item)));
    startKey = LastEvaluatedKey;
  } while (startKey && keys.length < MOST_IN_SUMMARY);
  return keys;
}
