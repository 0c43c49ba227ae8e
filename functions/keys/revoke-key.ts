import { createEndpoint } from '../../shared/http/endpoint.ts';
import { revokeKey } from '../../shared/keys/revoke-key.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { revokeKeyRoute } from './revoke-key.route.ts';

export const createHandler = createEndpoint(revokeKeyRoute, async ({ target, ifMatch }, { table }) => {
  await revokeKey(table, target, ifMatch);
  return {};
});

export const handler = createHandler(lambdaRuntime);
