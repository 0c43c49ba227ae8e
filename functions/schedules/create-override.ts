import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { createOverride } from '../../shared/schedules/change-overrides.ts';
import type { ScheduleOverride } from '../../shared/schedules/schedule-contract.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createOverrideRoute } from './create-override.route.ts';

export const createHandler = createAuditedEndpoint(
  createOverrideRoute,
  async ({ target, body, now, url, remember }, { table, randomBytes }) => {
    const answer = (override: ScheduleOverride) => ({
      body: override,
      headers: { Location: `${url}/${override.id}` },
    });
    const origin = { id: newId(now, randomBytes), at: formatTimestamp(now) };
    const alongside = (override: ScheduleOverride) => remember?.(answer(override)) ?? [];
    return answer(await createOverride(table, target, body, origin, alongside));
  },
);

export const handler = createHandler(lambdaRuntime);
