import { defineRoute } from '../../shared/http/route.ts';
import { notificationRuleSchema } from '../../shared/notification-rules/notification-rule.ts';
import { PREVIEW_SETTINGS, PREVIEW_TABLE_USE } from './preview-use.ts';

export const getNotificationRuleRoute = defineRoute('notification-rules/get-notification-rule', {
  method: 'GET',
  path: '/api/v1/notification-rules/{notification_rule_id}',
  summary: 'Read a notification rule',
  access: 'notification_rules:read',
  response: { description: 'The rule.', body: notificationRuleSchema },
  table: PREVIEW_TABLE_USE,
  settings: PREVIEW_SETTINGS,
});
