import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { answerPreview } from '../../shared/schedules/answer-on-call.ts';
import { draftSchedule } from '../../shared/schedules/update-schedule.ts';
import { DAY_MS } from '../../shared/schedules/wall-clock.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { previewScheduleRoute } from './preview-schedule.route.ts';

const PREVIEWED_MS = 28 * DAY_MS;

export const createHandler = createEndpoint(
  previewScheduleRoute,
  async ({ target, body, now }, { table }) => {
    const draft = await draftSchedule(table, target, body, formatTimestamp(now));
    const span = { since: now.getTime(), until: now.getTime() + PREVIEWED_MS };
    return { body: await answerPreview(table, target, draft, span) };
  },
);

export const handler = createHandler(lambdaRuntime);
