import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { SCHEDULES } from '../../shared/schedules/schedule.ts';
import { schedulePageSchema } from '../../shared/schedules/schedule-contract.ts';
import { listUse } from '../../shared/table/table-use.ts';

export const listSchedulesRoute = defineRoute('schedules/list-schedules', {
  method: 'GET',
  path: '/api/v1/schedules',
  summary: 'List schedules, newest first',
  access: 'schedules:read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the schedules in the scope of the caller.', body: schedulePageSchema },
  table: listUse(SCHEDULES),
});
