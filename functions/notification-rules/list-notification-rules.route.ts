import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { NOTIFICATION_RULES } from '../../shared/notification-rules/notification-rule.ts';
import { notificationRulePageSchema } from '../../shared/notification-rules/notification-rule-contract.ts';
import { listUse } from '../../shared/table/table-use.ts';

export const listNotificationRulesRoute = defineRoute('notification-rules/list-notification-rules', {
  method: 'GET',
  path: '/api/v1/notification-rules',
  summary: 'List notification rules, newest first',
  access: 'notification_rules:read',
  request: { query: listQuery({}) },
  response: {
    description: 'A page of the rules in the scope of the caller.',
    body: notificationRulePageSchema,
  },
  table: listUse(NOTIFICATION_RULES),
});
