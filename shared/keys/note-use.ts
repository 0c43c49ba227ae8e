import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Runtime } from '../lambda/runtime.ts';
import { attribute, EXISTS, expression, expressionInput } from '../table/expression.ts';
import { formatTimestamp } from '../time.ts';
import { KEYS, type Key, LAST_USED_AT } from './key.ts';

/** What is told of a key's last use is right to the hour, and so it is written once an hour at most. */
const PRECISION_MILLISECONDS = 3_600_000;

/** A request that a key came with waits no longer for it to be noted. */
const LONGEST_MILLISECONDS = 1_000;

/**
 * Notes that a key is used now, unless what is known of its last use is right to the hour. Of many uses at once one is
 * written. It is no change of the key, whose revision stays. Never throws: a use that could not be noted is logged, and
 * the next one is.
 */
export async function noteUse(
  { table, logger }: Pick<Runtime, 'table' | 'logger'>,
  { tenant_id, id, last_used_at }: Key,
  now: Date,
): Promise<void> {
  const latest = new Date(now.getTime() - PRECISION_MILLISECONDS);
  if (last_used_at !== null && Date.parse(last_used_at) > latest.getTime()) return;
  const lastUse = attribute(LAST_USED_AT);
  const command = new UpdateCommand({
    TableName: table.name,
    Key: KEYS.key(tenant_id, id),
    ...expressionInput({
      update: expression`SET ${lastUse} = ${formatTimestamp(now)}`,
      condition: expression`${EXISTS} AND (attribute_not_exists(${lastUse}) OR ${lastUse} <= ${formatTimestamp(latest)})`,
    }),
  });
  try {
    await table.client.send(command, { abortSignal: AbortSignal.timeout(LONGEST_MILLISECONDS) });
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return; // another use was noted, or the key was revoked
    logger.warn('The use of a key could not be noted', { key_id: id, error });
  }
}
