import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { createSchedule } from '../../shared/schedules/create-schedule.ts';
import type { Schedule } from '../../shared/schedules/schedule.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createScheduleRoute } from './create-schedule.route.ts';

export const createHandler = createAuditedEndpoint(
  createScheduleRoute,
  async ({ body, query, scope, now, url, remember }, { table, randomBytes }) => {
    const answer = (schedule: Schedule) => ({
      body: schedule,
      headers: { Location: `${url}/${schedule.id}` },
    });
    const origin = {
      id: newId(now, randomBytes),
      tenantId: tenantToCreateIn(scope, query.tenant_id),
      at: formatTimestamp(now),
    };
    return answer(
      await createSchedule(table, body, origin, remember && ((schedule) => remember(answer(schedule)))),
    );
  },
);

export const handler = createHandler(lambdaRuntime);
