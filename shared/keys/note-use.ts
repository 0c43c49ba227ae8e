import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Runtime } from '../lambda/runtime.ts';
import { absentOr, allOf, attribute, EXISTS, expression, expressionInput } from '../table/expression.ts';
import { formatTimestamp } from '../time.ts';
import { KEYS, type Key, LAST_USED_AT } from './key.ts';

/** The last use is accurate to the hour, so it is written at most once an hour. */
const PRECISION_MILLISECONDS = 3_600_000;

/** A request waits no longer than this for the write. */
const LONGEST_MILLISECONDS = 1_000;

/**
 * Records the use of a key, unless the recorded time is accurate to the hour. If several uses are concurrent, one is
 * written. The revision of the key does not change. Never throws: a failure is logged, and the next use is recorded instead.
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
      condition: allOf(EXISTS, absentOr(lastUse, expression`${lastUse} <= ${formatTimestamp(latest)}`)),
    }),
  });
  try {
    await table.client.send(command, { abortSignal: AbortSignal.timeout(LONGEST_MILLISECONDS) });
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return; // another use was noted, or the key was revoked
    logger.warn('The use of a key could not be recorded', { key_id: id, error });
  }
}
