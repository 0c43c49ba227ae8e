import { ACTION_PLANS } from '../../shared/action-plans/action-plan.ts';
import { actionPlanPageSchema } from '../../shared/action-plans/plan-contract.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { listUse } from '../../shared/table/table-use.ts';

export const listActionPlansRoute = defineRoute('action-plans/list-action-plans', {
  method: 'GET',
  path: '/api/v1/action-plans',
  summary: 'List action plans, newest first',
  access: 'action_plans:read',
  request: { query: listQuery({}) },
  response: {
    description: 'A page of the action plans in the scope of the caller.',
    body: actionPlanPageSchema,
  },
  table: listUse(ACTION_PLANS),
});
