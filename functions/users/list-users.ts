import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listUsers } from '../../shared/users/list-users.ts';
import { listUsersRoute } from './list-users.route.ts';

export const createHandler = createEndpoint(listUsersRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, filters, page) => listUsers(table, scope, filters, page)),
}));

export const handler = createHandler(lambdaRuntime);
