import { defineRoute } from '../../shared/http/route.ts';

export const deleteActionPlanRoute = defineRoute('action-plans/delete-action-plan', {
  method: 'DELETE',
  path: '/api/v1/action-plans/{action_plan_id}',
  summary: 'Delete an action plan',
  access: 'action_plans:delete',
  isAudited: true,
  response: { description: 'The plan is deleted. Alerts that were raised with it keep it.' },
  table: { actions: ['DeleteItem', 'GetItem', 'UpdateItem'] },
});
