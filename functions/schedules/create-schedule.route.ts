import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { scheduleSchema } from '../../shared/schedules/schedule.ts';
import { scheduleInputSchema } from '../../shared/schedules/schedule-contract.ts';

export const createScheduleRoute = defineRoute('schedules/create-schedule', {
  method: 'POST',
  path: '/api/v1/schedules',
  summary: 'Create a schedule',
  access: 'schedules:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { query: tenantQuery, body: scheduleInputSchema },
  response: { status: 201, description: 'The new schedule.', body: scheduleSchema },
  errors: ['not_found', 'too_many_schedules'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});
