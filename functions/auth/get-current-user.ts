import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getOwnAccount } from '../../shared/sessions/own-account.ts';
import { getCurrentUserRoute } from './get-current-user.route.ts';

export const createHandler = createEndpoint(getCurrentUserRoute, async ({ caller }, { table }) => {
  const { entity: user } = await getOwnAccount(table, caller);
  return { body: user };
});

export const handler = createHandler(lambdaRuntime);
