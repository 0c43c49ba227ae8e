import { deleteEntity } from '../table/change-entity.ts';
import type { Stored } from '../table/kind.ts';
import { countDeleted } from '../table/limited-children.ts';
import type { Table } from '../table/table.ts';
import { NOTIFICATION_RULES, type NotificationRule } from './notification-rule.ts';
import { NOTIFICATION_RULE_LIMIT } from './notification-rule-limit.ts';

/** Deletes a rule; no later event matches it. */
export function deleteNotificationRule(
  table: Table,
  rule: Stored<NotificationRule>,
  ifMatch: string | undefined,
): Promise<void> {
  return deleteEntity(table, NOTIFICATION_RULES, rule, {
    ifMatch,
    alongside: async ({ entity }) => [countDeleted(table, entity.tenant_id, NOTIFICATION_RULE_LIMIT)],
  });
}
