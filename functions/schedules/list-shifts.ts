import { invalidField } from '../../shared/errors.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { answerShifts } from '../../shared/schedules/answer-on-call.ts';
import { MAXIMUM_SPAN_MS } from '../../shared/schedules/shifts.ts';
import { listShiftsRoute } from './list-shifts.route.ts';

export const createHandler = createEndpoint(listShiftsRoute, async ({ target, query }, { table }) => {
  const span = { since: Date.parse(query.since), until: Date.parse(query.until) };
  const length = span.until - span.since;
  if (length <= 0) throw invalidField('until', 'The until field must be later than since.');
  if (length > MAXIMUM_SPAN_MS) {
    throw invalidField('until', 'The until field must not be more than 100 days later than since.');
  }
  return { body: await answerShifts(table, target, span) };
});

export const handler = createHandler(lambdaRuntime);
