import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { listKeys } from '../../shared/keys/list-keys.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listKeysRoute } from './list-keys.route.ts';

export const createHandler = createEndpoint(listKeysRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, _, page) => listKeys(table, scope, page)),
}));

export const handler = createHandler(lambdaRuntime);
