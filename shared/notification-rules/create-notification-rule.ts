import { createEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { checkInput } from './check-input.ts';
import { checkCanMatch } from './match-rule.ts';
import { nameSchedules } from './name-schedules.ts';
import { NOTIFICATION_RULES, type NotificationRule } from './notification-rule.ts';
import type { NotificationRuleInput } from './notification-rule-contract.ts';

interface Origin {
  readonly id: string;
  readonly tenantId: string;
  readonly at: string;
}

/** Creates a rule in an existing tenant, with other writes in the same transaction. */
export async function createNotificationRule(
  table: Table,
  input: NotificationRuleInput,
  { id, tenantId, at }: Origin,
  alongside?: (rule: NotificationRule) => readonly GuardedWrite[],
): Promise<NotificationRule> {
  checkCanMatch(input);
  const fields = await checkInput(table, tenantId, input);
  const rule: NotificationRule = { id, tenant_id: tenantId, ...fields, created_at: at, updated_at: at };
  const named = nameSchedules(table, tenantId, rule.recipients);
  return createEntity(table, NOTIFICATION_RULES, rule, [...named, ...(alongside?.(rule) ?? [])]);
}
