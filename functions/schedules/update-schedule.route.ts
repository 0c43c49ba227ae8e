import { defineRoute } from '../../shared/http/route.ts';
import { scheduleSchema } from '../../shared/schedules/schedule.ts';
import { scheduleChangesSchema } from '../../shared/schedules/schedule-contract.ts';

export const updateScheduleRoute = defineRoute('schedules/update-schedule', {
  method: 'PATCH',
  path: '/api/v1/schedules/{schedule_id}',
  summary: 'Change a schedule',
  access: 'schedules:update',
  isAudited: true,
  request: { body: scheduleChangesSchema },
  response: {
    description: 'The changed schedule. Its rotations are replaced as a whole.',
    body: scheduleSchema,
  },
  table: { actions: ['BatchGetItem', 'GetItem', 'UpdateItem'] },
});
