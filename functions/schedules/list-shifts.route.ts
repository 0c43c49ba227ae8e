import { defineRoute } from '../../shared/http/route.ts';
import { shiftsQuery, shiftsSchema } from '../../shared/schedules/schedule-contract.ts';

export const listShiftsRoute = defineRoute('schedules/list-shifts', {
  method: 'GET',
  path: '/api/v1/schedules/{schedule_id}/shifts',
  summary: 'List the shifts and gaps of a schedule',
  access: 'schedules:read',
  request: { query: shiftsQuery },
  response: { description: 'The shifts and gaps within the range.', body: shiftsSchema, etag: false },
  table: { actions: ['BatchGetItem'] },
});
