import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteSchedule } from '../../shared/schedules/delete-schedule.ts';
import { deleteScheduleRoute } from './delete-schedule.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteScheduleRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteSchedule(table, target, ifMatch);
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
