import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { ALERTS } from '../alerts/alert.ts';
import { justBefore, lowestIdAt, timeOfId } from '../base/ids.ts';
import { allOf, expression, expressionInput } from '../table/expression.ts';
import { tenantPartition } from '../table/keys.ts';
import { inPartition } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { endOf, type Period, periodAt } from './period.ts';
import type { Range } from './read-groups.ts';

const keySchema = z.object({ sk: z.string() });

/** Finds the hours of a range in which a tenant has alerts. Each takes one read. */
export async function* hoursWithAlerts(
  table: Table,
  tenantId: string,
  { since, until }: Range,
): AsyncGenerator<Period> {
  const keyAt = (id: string) => ALERTS.key(tenantId, id).sk;
  const last = keyAt(justBefore(lowestIdAt(until)));
  for (let from = since; from < until; ) {
    const { Items: [item] = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ...expressionInput({
          key: allOf(
            inPartition(tenantPartition(tenantId)),
            expression`sk BETWEEN ${keyAt(lowestIdAt(from))} AND ${last}`,
          ),
          projection: expression`sk`,
        }),
        ConsistentRead: true,
        Limit: 1,
      }),
    );
    if (!item) return;
    const hour = periodAt('HOUR', timeOfId(keySchema.parse(item).sk.slice(ALERTS.prefix().length)));
    yield hour;
    from = endOf(hour);
  }
}
