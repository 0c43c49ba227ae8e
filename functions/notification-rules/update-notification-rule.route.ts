import { defineRoute } from '../../shared/http/route.ts';
import { notificationRuleSchema } from '../../shared/notification-rules/notification-rule.ts';
import { notificationRuleChangesSchema } from '../../shared/notification-rules/notification-rule-contract.ts';
import { joinUses } from '../../shared/table/table-use.ts';
import { PREVIEW_SETTINGS, PREVIEW_TABLE_USE } from './preview-use.ts';

export const updateNotificationRuleRoute = defineRoute('notification-rules/update-notification-rule', {
  method: 'PATCH',
  path: '/api/v1/notification-rules/{notification_rule_id}',
  summary: 'Change a notification rule',
  access: 'notification_rules:update',
  isAudited: true,
  request: { body: notificationRuleChangesSchema },
  response: { description: 'The changed rule.', body: notificationRuleSchema },
  table: joinUses(PREVIEW_TABLE_USE, { actions: ['BatchGetItem', 'GetItem', 'UpdateItem'] }),
  settings: PREVIEW_SETTINGS,
});
