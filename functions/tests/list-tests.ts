import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listTests } from '../../shared/tests/read-tests.ts';
import { listTestsRoute } from './list-tests.route.ts';

export const createHandler = createEndpoint(listTestsRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, _, page) => listTests(table, scope, page)),
}));

export const handler = createHandler(lambdaRuntime);
