import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { getItem } from '../table/get-item.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/update-if.ts';
import { formatTimestamp } from '../time.ts';
import type { OwnHeartbeat } from '../timers/timer-work.ts';

/** When Guard heard itself, and when it could not. */
const HEARING_KEY: ItemKey = { pk: 'WATCH', sk: 'HEARING' };

/** After so long without hearing itself, Guard cannot say of anybody else that they were silent. */
const LONGEST_GAP_MS = 180_000;

const ATTEMPTS = 5;

const hearingSchema = z.object({
  heard_at: z.optional(z.string()),
  resumed_at: z.optional(z.string()),
  missed_at: z.optional(z.string()),
});

type Hearing = z.infer<typeof hearingSchema>;

/**
 * Notes that a report of Guard's own, begun at a time, came through its public URL. What it tells of is the time from which
 * on it always did: this time itself, where the report before failed or was 3 minutes ago or more.
 */
export async function recordOwnHeartbeat(table: Table, checkedAt: Date): Promise<OwnHeartbeat> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const hearing = hearingSchema.parse((await getItem(table, HEARING_KEY)) ?? {});
    const { heard_at, resumed_at } = hearing;
    // This note was written already, or that of a run beside this one, which began later.
    if (heard_at !== undefined && resumed_at !== undefined && Date.parse(heard_at) >= checkedAt.getTime()) {
      return { checkedAt, resumedAt: new Date(resumed_at) };
    }
    const resumedAt = resumptionOf(hearing, checkedAt);
    if (await writeHeard(table, hearing, { checkedAt, resumedAt })) return { checkedAt, resumedAt };
  }
  throw new Error('The note of what was heard keeps changing');
}

/** Notes that a report of Guard's own, begun at a time, did not come through. */
export async function recordMissedHeartbeat(table: Table, at: Date): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { ...HEARING_KEY },
      UpdateExpression: 'SET missed_at = :at',
      ExpressionAttributeValues: { ':at': formatTimestamp(at) },
    }),
  );
}

function resumptionOf({ heard_at, resumed_at, missed_at }: Hearing, checkedAt: Date): Date {
  if (heard_at === undefined || resumed_at === undefined) return checkedAt;
  const gap = checkedAt.getTime() - Date.parse(heard_at);
  const hasMissed = missed_at !== undefined && missed_at >= heard_at;
  return hasMissed || gap >= LONGEST_GAP_MS ? checkedAt : new Date(resumed_at);
}

/** Whether it was written: not, where another run has noted something since. */
function writeHeard(table: Table, { heard_at }: Hearing, heard: OwnHeartbeat): Promise<boolean> {
  const before =
    heard_at === undefined ? {} : { expression: 'heard_at = :before', values: { ':before': heard_at } };
  return updateIf(table, HEARING_KEY, {
    UpdateExpression: 'SET heard_at = :heard, resumed_at = :resumed',
    ConditionExpression: before.expression ?? 'attribute_not_exists(heard_at)',
    ExpressionAttributeValues: {
      ':heard': formatTimestamp(heard.checkedAt),
      ':resumed': formatTimestamp(heard.resumedAt),
      ...before.values,
    },
  });
}
