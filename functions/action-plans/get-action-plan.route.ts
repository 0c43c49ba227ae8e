import { actionPlanSchema } from '../../shared/action-plans/action-plan.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { PLAN_WARNINGS_USE } from './plan-warnings-use.ts';

export const getActionPlanRoute = defineRoute('action-plans/get-action-plan', {
  method: 'GET',
  path: '/api/v1/action-plans/{action_plan_id}',
  summary: 'Read an action plan',
  access: 'action_plans:read',
  response: { description: 'The plan.', body: actionPlanSchema },
  table: PLAN_WARNINGS_USE,
});
