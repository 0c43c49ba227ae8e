import { actionPlanSchema } from '../../shared/action-plans/action-plan.ts';
import { actionPlanInputSchema } from '../../shared/action-plans/plan-contract.ts';
import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { joinUses } from '../../shared/table/table-use.ts';
import { PLAN_WARNINGS_USE } from './plan-warnings-use.ts';

export const createActionPlanRoute = defineRoute('action-plans/create-action-plan', {
  method: 'POST',
  path: '/api/v1/action-plans',
  summary: 'Create an action plan',
  access: 'action_plans:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { query: tenantQuery, body: actionPlanInputSchema },
  response: {
    status: 201,
    description: 'The new plan. Alerts that are raised from now on may have it.',
    body: actionPlanSchema,
  },
  errors: ['not_found', 'too_many_action_plans'],
  table: joinUses(PLAN_WARNINGS_USE, { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] }),
});
