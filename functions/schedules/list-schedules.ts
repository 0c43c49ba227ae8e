import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listSchedules } from '../../shared/schedules/list-schedules.ts';
import { listSchedulesRoute } from './list-schedules.route.ts';

export const createHandler = createEndpoint(listSchedulesRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, _, page) => listSchedules(table, scope, page)),
}));

export const handler = createHandler(lambdaRuntime);
