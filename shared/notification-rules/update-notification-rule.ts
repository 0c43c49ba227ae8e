import { applyChanges } from '../table/apply-changes.ts';
import { changeEntity } from '../table/change-entity.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { checkInput } from './check-input.ts';
import { checkCanMatch } from './match-rule.ts';
import { nameSchedules } from './name-schedules.ts';
import { NOTIFICATION_RULES, type NotificationRule } from './notification-rule.ts';
import type { NotificationRuleChanges } from './notification-rule-contract.ts';

const DECIDING = ['events', 'min_severity', 'min_escalation_level', 'types'] as const;

/** Changes the given fields. Each list is replaced as a whole, and names existing sites, users and schedules only. */
export async function updateNotificationRule(
  table: Table,
  rule: Stored<NotificationRule>,
  changes: NotificationRuleChanges,
  { ifMatch, at }: { readonly ifMatch: string | undefined; readonly at: string },
): Promise<NotificationRule> {
  const { tenant_id: tenantId } = rule.entity;
  const fields = await checkInput(table, tenantId, changes);
  return changeEntity(table, NOTIFICATION_RULES, rule, ifMatch, (current) => {
    const changed = applyChanges(current, fields, at);
    // Rules of earlier releases may contradict themselves: their other fields stay changeable.
    if (DECIDING.some((name) => changes[name] !== undefined)) checkCanMatch(changed);
    return { changed, alongside: nameSchedules(table, tenantId, fields.recipients ?? []) };
  });
}
