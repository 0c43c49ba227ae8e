import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import {
  notificationRulePreviewInputSchema,
  notificationRulePreviewSchema,
} from '../../shared/notification-rules/notification-rule-contract.ts';
import { PREVIEW_SETTINGS, PREVIEW_TABLE_USE } from './preview-use.ts';

export const previewNotificationRuleRoute = defineRoute('notification-rules/preview-notification-rule', {
  method: 'POST',
  path: '/api/v1/notification-rules/preview',
  summary: 'Say whom a notification rule would reach now, without storing or sending anything',
  access: 'notification_rules:create',
  request: { query: tenantQuery, body: notificationRulePreviewInputSchema },
  response: {
    description: 'Whom it reaches, and why not.',
    body: notificationRulePreviewSchema,
    etag: false,
  },
  errors: ['not_found'],
  table: PREVIEW_TABLE_USE,
  settings: PREVIEW_SETTINGS,
});
