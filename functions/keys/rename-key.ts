import { createEndpoint } from '../../shared/http/endpoint.ts';
import { renameKey } from '../../shared/keys/rename-key.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { renameKeyRoute } from './rename-key.route.ts';

export const createHandler = createEndpoint(
  renameKeyRoute,
  async ({ target, body, ifMatch, now }, { table }) => ({
    body: await renameKey(table, target, body, { ifMatch, at: formatTimestamp(now) }),
  }),
);

export const handler = createHandler(lambdaRuntime);
