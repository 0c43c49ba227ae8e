import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { notificationRuleSchema } from '../../shared/notification-rules/notification-rule.ts';
import { notificationRuleInputSchema } from '../../shared/notification-rules/notification-rule-contract.ts';
import { joinUses } from '../../shared/table/table-use.ts';
import { PREVIEW_SETTINGS, PREVIEW_TABLE_USE } from './preview-use.ts';

export const createNotificationRuleRoute = defineRoute('notification-rules/create-notification-rule', {
  method: 'POST',
  path: '/api/v1/notification-rules',
  summary: 'Create a notification rule',
  access: 'notification_rules:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { query: tenantQuery, body: notificationRuleInputSchema },
  response: { status: 201, description: 'The new rule.', body: notificationRuleSchema },
  errors: ['not_found', 'too_many_notification_rules'],
  table: joinUses(PREVIEW_TABLE_USE, { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] }),
  settings: PREVIEW_SETTINGS,
});
