import { alertPlanSchema } from '../../shared/alerts/alert-plan.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const getAlertPlanRoute = defineRoute('action-plans/get-alert-plan', {
  method: 'GET',
  path: '/api/v1/alerts/{alert_id}/plan',
  summary: 'Read the action plan of an alert',
  access: 'alerts:read',
  takesKeys: 'read',
  response: {
    description: 'The plan as it was when the alert was raised, with the outcomes of its steps.',
    body: alertPlanSchema,
    etag: false,
  },
  table: { actions: ['BatchGetItem'] },
});
