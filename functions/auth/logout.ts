import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteToken } from '../../shared/sessions/token-store.ts';
import { logoutRoute } from './logout.route.ts';

export const createHandler = createEndpoint(logoutRoute, async ({ caller }, { table }) => {
  await deleteToken(table, caller);
  return { body: { message: 'Logged out.' } };
});

export const handler = createHandler(lambdaRuntime);
