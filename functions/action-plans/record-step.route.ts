import { stepKeyField } from '../../shared/action-plans/plan-contract.ts';
import { alertStepSchema, stepOutcomeInputSchema } from '../../shared/alerts/alert-plan.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const recordStepRoute = defineRoute('action-plans/record-step', {
  method: 'POST',
  path: '/api/v1/alerts/{alert_id}/plan/steps/{key}',
  summary: "Record the outcome of a step of an alert's action plan",
  access: 'alerts:acknowledge',
  rateClass: 'alert_action',
  takesIdempotencyKey: true,
  request: { path: { key: stepKeyField }, body: stepOutcomeInputSchema },
  response: {
    description: 'The step with its outcome. An earlier outcome stays in the history.',
    body: alertStepSchema,
    etag: false,
  },
  errors: ['changed_too_often'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});
