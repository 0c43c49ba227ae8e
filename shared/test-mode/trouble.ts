import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { GuardedWrite } from '../table/commit.ts';
import { expressionInput } from '../table/expression.ts';
import { type ItemKey, tenantPartition, troubleKey, troublePrefix } from '../table/keys.ts';
import { inPartition } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { deleteAny, requireItem } from '../table/writes.ts';
import { type SiteTest, TESTS } from './site-test.ts';

/**
 * Trouble that was reported during a test and is not over. It names its test alert, and the claim of its dedup key or the
 * watch of its device. If it lasts beyond the end of the test, it surfaces as an alert.
 */
export interface Trouble {
  readonly testId: string;
  /** The key of that claim or watch. */
  readonly subject: ItemKey;
  readonly alertId: string;
}

const troubleSchema = z.object({ pk: z.string(), sk: z.string(), alert_id: z.string() });

function readTrouble(testId: string, item: Readonly<Record<string, unknown>>): Trouble {
  const { pk, sk, alert_id: alertId } = troubleSchema.parse(item);
  return { testId, subject: { pk, sk: sk.slice(troublePrefix(testId).length) }, alertId };
}

/**
 * Makes the write that records trouble of a test. If the test has ended, it is refused, so that the report is decided again:
 * nothing would look for that trouble.
 */
export function recordTrouble(table: Table, tenantId: string, trouble: Trouble): GuardedWrite[] {
  const { testId, subject, alertId } = trouble;
  const item = { ...troubleKey(testId, subject), alert_id: alertId };
  return [
    { write: { Put: { TableName: table.name, Item: item } }, refused: 'stale' },
    requireItem(table, TESTS.key(tenantId, testId), 'stale', { ended_at: null }),
  ];
}

/** Makes the write that forgets trouble, because it is over, has surfaced, or belongs to another test now. */
export function forgetTrouble(table: Table, { testId, subject }: Omit<Trouble, 'alertId'>): GuardedWrite {
  return deleteAny(table, troubleKey(testId, subject));
}

/** Reads the first of a test's troubles, strongly consistent. */
export async function readTroubles(
  table: Table,
  { id, tenant_id }: Pick<SiteTest, 'id' | 'tenant_id'>,
  limit: number,
): Promise<Trouble[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...expressionInput({ key: inPartition(tenantPartition(tenant_id), troublePrefix(id)) }),
      Limit: limit,
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => readTrouble(id, item));
}
