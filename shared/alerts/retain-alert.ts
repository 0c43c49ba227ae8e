import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { runInLanes } from '../run-in-lanes.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX, TTL_ATTRIBUTE } from '../table/definition.ts';
import { type ItemKey, tenantPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/update-if.ts';
import { isOfVersion } from '../table/version.ts';
import { epochSecondsAfterDays, formatTimestamp } from '../time.ts';
import { ALERTS, type Alert, retentionTimer } from './alert.ts';
import { ALERT_EVENTS } from './alert-event.ts';

type Item = Readonly<Record<string, unknown>>;

/** How many entries get their time side by side. */
const AT_ONCE = 20;
/** A transaction takes 100 writes. */
const MOST_KEPT = 90;

/**
 * When the table deletes a resolved alert, in epoch seconds: so many days after it was resolved. One that had no time of
 * deletion long after that, of a release before 0.7.0, is kept so many days after its last change.
 */
export function removalOf(alert: Alert, retentionDays: number): number {
  const { resolved_at, updated_at } = alert;
  const isLate = updated_at > retentionTimer(alert).due;
  return epochSecondsAfterDays(isLate ? updated_at : (resolved_at ?? updated_at), retentionDays);
}

/**
 * Has the table delete a resolved alert, and its history with it, which holds people's names. All entries get the alert's
 * time of deletion before the alert does. Where an entry came meanwhile, the alert has changed: its timer stays, and all
 * of this is done again for what is new. Where the alert can still be reopened, its timer moves to later: the release 0.9.0
 * sets it too early.
 */
export async function retainAlert(
  table: Table,
  item: Item,
  { now, retentionDays }: { readonly now: Date; readonly retentionDays: number },
): Promise<void> {
  const { entity: alert, version, removal = removalOf(alert, retentionDays) } = ALERTS.read(item);
  const { due } = retentionTimer(alert);
  // What has changed meanwhile is left as it is: its timer is still due.
  const update = (expression: string, names: Names, value: unknown) => {
    const guard = isOfVersion(version);
    return updateIf(table, ALERTS.key(alert.tenant_id, alert.id), {
      UpdateExpression: expression,
      ConditionExpression: guard.expression,
      ExpressionAttributeNames: { ...guard.names, ...names, '#due': DUE_ATTRIBUTE },
      ExpressionAttributeValues: { ...guard.values, ':value': value },
    });
  };
  if (due > formatTimestamp(now)) {
    await update('SET #due = :value', {}, due);
    return;
  }
  for await (const keys of entriesOfOtherRemoval(table, alert, removal)) {
    await runInLanes(keys, AT_ONCE, (key) => setRemoval(table, key, removal));
  }
  const names = { '#ttl': TTL_ATTRIBUTE, '#timer': TIMER_INDEX };
  await update('SET #ttl = :value REMOVE #timer, #due', names, removal);
}

type Names = Readonly<Record<string, string>>;

/**
 * What is written so that the history of an alert stays when the alert is reopened. Only what the release 0.9.0 resolved has a
 * time of deletion so early. A transaction takes no longer history: the rest of it keeps its time until the alert is resolved.
 */
export async function keepHistory(table: Table, alert: Alert): Promise<GuardedWrite[]> {
  const keys: ItemKey[] = [];
  for await (const page of entriesOfOtherRemoval(table, alert, undefined)) keys.push(...page);
  return keys.slice(-MOST_KEPT).map(({ pk, sk }) => {
    const write = {
      Update: {
        TableName: table.name,
        Key: { pk, sk },
        UpdateExpression: 'REMOVE #ttl',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#ttl': TTL_ATTRIBUTE },
      },
    };
    return { write, refused: 'stale' };
  });
}

const keySchema = z.object({ pk: z.string(), sk: z.string() });

/** The entries of an alert whose time of deletion is not this one, or is none; strongly consistent, in pages. */
async function* entriesOfOtherRemoval(
  table: Table,
  { tenant_id, id }: Pick<Alert, 'tenant_id' | 'id'>,
  removal: number | undefined,
): AsyncGenerator<ItemKey[]> {
  let startKey: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :prefix)',
        FilterExpression:
          removal === undefined ? 'attribute_exists(#ttl)' : 'attribute_not_exists(#ttl) OR #ttl <> :ttl',
        ProjectionExpression: '#pk, #sk',
        ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk', '#ttl': TTL_ATTRIBUTE },
        ExpressionAttributeValues: {
          ':pk': tenantPartition(tenant_id),
          ':prefix': ALERT_EVENTS.prefix(id),
          ...(removal === undefined ? {} : { ':ttl': removal }),
        },
        ConsistentRead: true,
        ExclusiveStartKey: startKey,
      }),
    );
    yield Items.map((item) => keySchema.parse(item));
    startKey = LastEvaluatedKey;
  } while (startKey);
}

function setRemoval(table: Table, key: ItemKey, removal: number): Promise<boolean> {
  return updateIf(table, key, {
    UpdateExpression: 'SET #ttl = :ttl',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#ttl': TTL_ATTRIBUTE },
    ExpressionAttributeValues: { ':ttl': removal },
  });
}
