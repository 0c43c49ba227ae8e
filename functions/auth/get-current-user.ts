import { ApiError } from '../../shared/errors.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getAccount } from '../../shared/users/account.ts';
import { getCurrentUserRoute } from './get-current-user.route.ts';

export const createHandler = createEndpoint(getCurrentUserRoute, async ({ caller }, { table }) => {
  const account = await getAccount(table, caller);
  // The user was there when the token was checked; deleted since, they are as signed out as a moment later.
  if (!account) throw new ApiError('unauthenticated', { reason: 'user_not_found' });
  return { body: account.entity };
});

export const handler = createHandler(lambdaRuntime);
