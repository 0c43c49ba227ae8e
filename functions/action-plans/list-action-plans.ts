import { listActionPlans } from '../../shared/action-plans/list-action-plans.ts';
import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listActionPlansRoute } from './list-action-plans.route.ts';

export const createHandler = createEndpoint(listActionPlansRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, _, page) => listActionPlans(table, scope, page)),
}));

export const handler = createHandler(lambdaRuntime);
