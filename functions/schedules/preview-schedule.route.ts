import { defineRoute } from '../../shared/http/route.ts';
import { scheduleChangesSchema, schedulePreviewSchema } from '../../shared/schedules/schedule-contract.ts';

export const previewScheduleRoute = defineRoute('schedules/preview-schedule', {
  method: 'POST',
  path: '/api/v1/schedules/{schedule_id}/preview',
  summary: 'Preview a change of a schedule, without storing it',
  access: 'schedules:update',
  request: { body: scheduleChangesSchema },
  response: {
    description: 'Who would be on call in the next four weeks if the schedule was changed now.',
    body: schedulePreviewSchema,
    etag: false,
  },
  table: { actions: ['BatchGetItem'] },
});
