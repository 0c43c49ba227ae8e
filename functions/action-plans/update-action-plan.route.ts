import { actionPlanSchema } from '../../shared/action-plans/action-plan.ts';
import { actionPlanChangesSchema } from '../../shared/action-plans/plan-contract.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { joinUses } from '../../shared/table/table-use.ts';
import { PLAN_WARNINGS_USE } from './plan-warnings-use.ts';

export const updateActionPlanRoute = defineRoute('action-plans/update-action-plan', {
  method: 'PATCH',
  path: '/api/v1/action-plans/{action_plan_id}',
  summary: 'Change an action plan',
  access: 'action_plans:update',
  isAudited: true,
  request: { body: actionPlanChangesSchema },
  response: {
    description: 'The changed plan. Alerts keep the version that they were raised with.',
    body: actionPlanSchema,
  },
  table: joinUses(PLAN_WARNINGS_USE, { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] }),
});
