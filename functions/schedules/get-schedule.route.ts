import { defineRoute } from '../../shared/http/route.ts';
import { scheduleSchema } from '../../shared/schedules/schedule.ts';

export const getScheduleRoute = defineRoute('schedules/get-schedule', {
  method: 'GET',
  path: '/api/v1/schedules/{schedule_id}',
  summary: 'Read a schedule',
  access: 'schedules:read',
  response: { description: 'The schedule.', body: scheduleSchema },
});
