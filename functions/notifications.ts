import { ALERTS } from '../shared/alerts/alert.ts';
import { isPermitted } from '../shared/base/access.ts';
import { type Caller, callerId, isKey } from '../shared/base/actor.ts';
import { answerList } from '../shared/http/answer-list.ts';
import { createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { listNotifications } from '../shared/notify/change-notification.ts';
import { NOTIFICATIONS, type Notification, notificationPageSchema } from '../shared/notify/notification.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { listUse } from '../shared/table/table-use.ts';

export const listNotificationsRoute = defineRoute('notifications/list-notifications', {
  method: 'GET',
  path: '/api/v1/alerts/{alert_id}/notifications',
  target: ALERTS,
  summary: 'List who was notified of an alert, newest first',
  access: 'alerts:read',
  request: { query: listQuery({}) },
  response: {
    description: 'A page of the notifications of the alert. Each expires 90 days after its creation.',
    body: notificationPageSchema,
  },
  table: listUse(NOTIFICATIONS),
});

export const listNotificationsHandler = createEndpoint(listNotificationsRoute, async (request, { table }) => {
  const { target, caller } = request;
  return {
    body: await answerList(request, async (_scope, _filters, page) => {
      const { items, ...around } = await listNotifications(table, target.entity, page);
      return { ...around, items: items.map((it) => notificationFor(caller, it)) };
    }),
  };
});

/**
 * A notification as a caller may read it. About other people, viewers only see what was sent by which kind of channel, not to
 * whom or why not.
 */
function notificationFor(caller: Caller, notification: Notification): Notification {
  const isOwn = notification.user_id === callerId(caller);
  if (isOwn || (!isKey(caller) && isPermitted(caller.role, 'notifications:read_people'))) return notification;
  return {
    ...notification,
    user_id: null,
    user_name: null,
    schedule_id: null,
    channel_id: null,
    reason: null,
  };
}
