import { defineRoute } from '../../shared/http/route.ts';
import { scheduleOverridesSchema } from '../../shared/schedules/schedule-contract.ts';

export const listOverridesRoute = defineRoute('schedules/list-overrides', {
  method: 'GET',
  path: '/api/v1/schedules/{schedule_id}/overrides',
  summary: 'List the overrides of a schedule, in the order in which they begin',
  access: 'schedules:read',
  response: {
    description: 'The overrides that have not ended, and the newest 100 that have.',
    body: scheduleOverridesSchema,
  },
  table: { actions: ['BatchGetItem'] },
});
