import { ApiError } from '../../shared/errors.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { endToken } from '../../shared/sessions/token-store.ts';
import { logoutRoute } from './logout.route.ts';

export const createHandler = createEndpoint(logoutRoute, async ({ caller }, { table }) => {
  await endToken(table, caller, new ApiError('unauthenticated', { reason: 'token_replaced' }));
  return { body: { message: 'Logged out.' } };
});

export const handler = createHandler(lambdaRuntime);
