import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { answerOnCall } from '../../shared/schedules/answer-on-call.ts';
import { getOnCallRoute } from './get-on-call.route.ts';

export const createHandler = createEndpoint(getOnCallRoute, async ({ target, query, now }, { table }) => ({
  body: await answerOnCall(table, target, query.at === undefined ? now.getTime() : Date.parse(query.at)),
}));

export const handler = createHandler(lambdaRuntime);
