import { defineRoute } from '../../shared/http/route.ts';

export const deleteScheduleRoute = defineRoute('schedules/delete-schedule', {
  method: 'DELETE',
  path: '/api/v1/schedules/{schedule_id}',
  summary: 'Delete a schedule',
  access: 'schedules:delete',
  isAudited: true,
  response: { description: 'The schedule is deleted, with its overrides. No notification rule names it.' },
  errors: ['schedule_in_use'],
  table: { actions: ['DeleteItem', 'GetItem', 'Query', 'UpdateItem'] },
});
