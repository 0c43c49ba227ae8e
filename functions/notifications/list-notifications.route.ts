import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { NOTIFICATIONS, notificationPageSchema } from '../../shared/notifications/notification.ts';
import { listUse } from '../../shared/table/table-use.ts';

export const listNotificationsRoute = defineRoute('notifications/list-notifications', {
  method: 'GET',
  path: '/api/v1/alerts/{alert_id}/notifications',
  summary: 'List who was notified of an alert, newest first',
  access: 'alerts:read',
  request: { query: listQuery({}) },
  response: {
    description: 'A page of the notifications of the alert. Each expires 90 days after its creation.',
    body: notificationPageSchema,
  },
  table: listUse(NOTIFICATIONS),
});
