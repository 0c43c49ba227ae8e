import { createEndpoint } from '../../shared/http/endpoint.ts';
import { answerList } from '../../shared/lists/answer-list.ts';
import { lambdaRuntime } from '../../shared/runtime.ts';
import { listUsers } from '../../shared/users/list-users.ts';
import { listUsersRoute } from './list-users.route.ts';

export const createHandler = createEndpoint(listUsersRoute, async (request, { table }) => ({
  body: await answerList(request, (reach, filters, page) => listUsers(table, reach, filters, page)),
}));

export const handler = createHandler(lambdaRuntime);
