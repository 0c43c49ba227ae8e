import { defineRoute } from '../../shared/http/route.ts';
import { overrideInputSchema, scheduleOverrideSchema } from '../../shared/schedules/schedule-contract.ts';

export const createOverrideRoute = defineRoute('schedules/create-override', {
  method: 'POST',
  path: '/api/v1/schedules/{schedule_id}/overrides',
  summary: 'Put a person on call instead of the rotations',
  access: 'schedules:update',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { body: overrideInputSchema },
  response: { status: 201, description: 'The new override.', body: scheduleOverrideSchema },
  errors: ['too_many_overrides', 'changed_too_often'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});
