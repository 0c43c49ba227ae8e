import { updateEntity } from '../table/change-entity.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { checkInput } from './check-input.ts';
import { NOTIFICATION_RULES, type NotificationRule } from './notification-rule.ts';
import type { NotificationRuleChanges } from './notification-rule-contract.ts';

/** Changes the given fields. Each list is replaced as a whole, and names existing sites, users and schedules only. */
export async function updateNotificationRule(
  table: Table,
  rule: Stored<NotificationRule>,
  changes: NotificationRuleChanges,
  when: { readonly ifMatch: string | undefined; readonly at: string },
): Promise<NotificationRule> {
  const fields = await checkInput(table, rule.entity.tenant_id, changes);
  return updateEntity(table, NOTIFICATION_RULES, rule, fields, when);
}
