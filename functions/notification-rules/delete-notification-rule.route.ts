import { defineRoute } from '../../shared/http/route.ts';

export const deleteNotificationRuleRoute = defineRoute('notification-rules/delete-notification-rule', {
  method: 'DELETE',
  path: '/api/v1/notification-rules/{notification_rule_id}',
  summary: 'Delete a notification rule',
  access: 'notification_rules:delete',
  isAudited: true,
  response: { description: 'The rule is deleted. Nobody is notified by it any more.' },
  table: { actions: ['DeleteItem', 'GetItem', 'UpdateItem'] },
});
