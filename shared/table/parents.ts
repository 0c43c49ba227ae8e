import { CHILD_COUNT, DELETION } from './attributes.ts';
import type { GuardedWrite } from './commit.ts';
import { getItem } from './get-item.ts';
import { type ItemKey, tenantKey } from './keys.ts';
import type { Table } from './table.ts';
import { dataCondition } from './writes.ts';

/** Counts a child that comes (+1) or goes (−1) at a parent, which must be there and have these values. */
export function countChild(
  table: Table,
  { pk, sk }: ItemKey,
  change: 1 | -1,
  refused: GuardedWrite['refused'],
  data: Readonly<Record<string, unknown>> = {},
): GuardedWrite {
  const { condition, names, values } = dataCondition(data);
  const write = {
    Update: {
      TableName: table.name,
      Key: { pk, sk },
      UpdateExpression: change > 0 ? 'ADD #children :change REMOVE #deletion' : 'ADD #children :change',
      ConditionExpression: condition,
      ExpressionAttributeNames: {
        '#children': CHILD_COUNT,
        ...(change > 0 ? { '#deletion': DELETION } : {}),
        ...names,
      },
      ExpressionAttributeValues: { ':change': change, ...values },
    },
  };
  return { write, refused };
}

/** Whether a tenant is there and nobody is deleting it. */
export async function takesChildren(table: Table, tenantId: string): Promise<boolean> {
  const tenant = await getItem(table, tenantKey(tenantId));
  return tenant !== undefined && tenant[DELETION] === undefined;
}
