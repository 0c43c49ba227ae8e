import { defineRoute } from '../../shared/http/route.ts';

export const deleteOverrideRoute = defineRoute('schedules/delete-override', {
  method: 'DELETE',
  path: '/api/v1/schedules/{schedule_id}/overrides/{override_id}',
  summary: 'Delete an override of a schedule',
  access: 'schedules:update',
  isAudited: true,
  response: { description: 'The override is deleted. The rotations have its shifts again.' },
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});
