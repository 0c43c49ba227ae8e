import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { updateSchedule } from '../../shared/schedules/update-schedule.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateScheduleRoute } from './update-schedule.route.ts';

export const createHandler = createAuditedEndpoint(
  updateScheduleRoute,
  async ({ target, body, ifMatch, now }, { table }) => ({
    body: await updateSchedule(table, target, body, { ifMatch, at: formatTimestamp(now) }),
  }),
);

export const handler = createHandler(lambdaRuntime);
