import { ApiError, invalidField } from '../base/errors.ts';
import { SCHEDULES, type StoredSchedule } from '../schedules/schedule.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { attribute, EXISTS, expression } from '../table/expression.ts';
import { tenantPartition } from '../table/keys.ts';
import { queryAll } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { REVISION } from '../table/version.ts';
import { updateItem } from '../table/writes.ts';
import { NOTIFICATION_RULES, type Recipient } from './notification-rule.ts';

/**
 * Keeps rules from naming a deleted schedule. A rule that names a schedule raises the schedule's revision in the same
 * transaction. The deletion of a schedule requires the revision that it read before it read the rules. So either the deletion
 * finds the rule, or the rule does not find the schedule.
 */

/** Makes the writes by which a rule names the schedules among its recipients. */
export function nameSchedules(
  table: Table,
  tenantId: string,
  recipients: readonly Recipient[],
): GuardedWrite[] {
  return recipients.flatMap((it, place) => {
    if (!('schedule_id' in it)) return [];
    const field = `recipients.${place}.schedule_id`;
    const update = expression`ADD ${attribute(REVISION)} ${1}`;
    const gone = invalidField(field, `The ${field} field must be a schedule of the tenant.`);
    return updateItem(table, SCHEDULES.key(tenantId, it.schedule_id), { update, condition: EXISTS }, gone);
  });
}

/**
 * Throws `schedule_in_use` if a rule of the tenant names a schedule, even if the rule is not active. A tenant has at most 100
 * rules.
 */
export async function checkNotNamed(
  table: Table,
  { entity: { id, tenant_id } }: Pick<StoredSchedule, 'entity'>,
): Promise<void> {
  const partition = tenantPartition(tenant_id);
  for await (const item of queryAll(table, partition, NOTIFICATION_RULES.prefix())) {
    // The rule is not validated, because a rule of another release counts, too.
    const { recipients } = NOTIFICATION_RULES.peek(item);
    if (recipients.some((it) => 'schedule_id' in it && it.schedule_id === id)) {
      throw new ApiError('schedule_in_use');
    }
  }
}
