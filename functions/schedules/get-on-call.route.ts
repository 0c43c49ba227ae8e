import { defineRoute } from '../../shared/http/route.ts';
import { onCallQuery, onCallSchema } from '../../shared/schedules/schedule-contract.ts';

export const getOnCallRoute = defineRoute('schedules/get-on-call', {
  method: 'GET',
  path: '/api/v1/schedules/{schedule_id}/on-call',
  summary: 'Read who is on call',
  access: 'schedules:read',
  request: { query: onCallQuery },
  response: { description: 'The person on call, or a gap.', body: onCallSchema, etag: false },
  table: { actions: ['BatchGetItem'] },
});
