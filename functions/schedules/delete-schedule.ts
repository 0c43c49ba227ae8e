import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { checkNotNamed } from '../../shared/notification-rules/name-schedules.ts';
import { SCHEDULES } from '../../shared/schedules/schedule.ts';
import { deleteEntity } from '../../shared/table/change-entity.ts';
import { deleteScheduleRoute } from './delete-schedule.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteScheduleRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteEntity(table, SCHEDULES, target, {
      ifMatch,
      alongside: async (stored) => {
        await checkNotNamed(table, stored);
        return [];
      },
    });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
