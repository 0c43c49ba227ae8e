import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { runInLanes } from '../run-in-lanes.ts';
import { DUE_ATTRIBUTE, TIMER_INDEX, TTL_ATTRIBUTE } from '../table/definition.ts';
import { type ItemKey, tenantPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/update-if.ts';
import { isOfVersion } from '../table/version.ts';
import { epochSecondsAfterDays } from '../time.ts';
import { ALERTS, type Alert } from './alert.ts';
import { ALERT_EVENTS } from './alert-event.ts';

type Item = Readonly<Record<string, unknown>>;

/** How many entries get their time side by side. */
const AT_ONCE = 20;

/**
 * When the table removes an alert that is over, in epoch seconds: so many days after its last change, by which it was resolved
 * unless that was long before it got its time.
 */
export function removalOf({ updated_at }: Pick<Alert, 'updated_at'>, retentionDays: number): number {
  return epochSecondsAfterDays(updated_at, retentionDays);
}

/**
 * Has the table remove an alert that is over, and its history with it, which holds people's names. All entries get
 * the alert's time before the alert does. Where an entry came meanwhile, the alert has changed: its timer stays, and
 * all of this is done again for what is new.
 */
export async function retainAlert(table: Table, item: Item, retentionDays: number): Promise<void> {
  const { entity: alert, version } = ALERTS.read(item);
  const removal = ttlSchema.parse(item)[TTL_ATTRIBUTE] ?? removalOf(alert, retentionDays);
  for await (const keys of entriesOfOtherRemoval(table, alert, removal)) {
    await runInLanes(keys, AT_ONCE, (key) => setRemoval(table, key, removal));
  }
  const { expression, names, values } = isOfVersion(version);
  // What has changed meanwhile is left as it is: its timer is still due.
  await updateIf(table, ALERTS.key(alert.tenant_id, alert.id), {
    UpdateExpression: 'SET #ttl = :ttl REMOVE #timer, #due',
    ConditionExpression: expression,
    ExpressionAttributeNames: {
      ...names,
      '#ttl': TTL_ATTRIBUTE,
      '#timer': TIMER_INDEX,
      '#due': DUE_ATTRIBUTE,
    },
    ExpressionAttributeValues: { ...values, ':ttl': removal },
  });
}

const ttlSchema = z.object({ [TTL_ATTRIBUTE]: z.optional(z.int()) });

const keySchema = z.object({ pk: z.string(), sk: z.string() });

/** The entries of an alert that do not go at this time, strongly consistent, in pages. */
async function* entriesOfOtherRemoval(
  table: Table,
  { tenant_id, id }: Pick<Alert, 'tenant_id' | 'id'>,
  removal: number,
): AsyncGenerator<ItemKey[]> {
  let startKey: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :prefix)',
        FilterExpression: 'attribute_not_exists(#ttl) OR #ttl <> :ttl',
        ProjectionExpression: '#pk, #sk',
        ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk', '#ttl': TTL_ATTRIBUTE },
        ExpressionAttributeValues: {
          ':pk': tenantPartition(tenant_id),
          ':prefix': ALERT_EVENTS.prefix(id),
          ':ttl': removal,
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
