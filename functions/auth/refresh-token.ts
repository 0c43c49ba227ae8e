import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { replaceToken } from '../../shared/sessions/token-store.ts';
import { refreshTokenRoute } from './refresh-token.route.ts';

export const createHandler = createEndpoint(refreshTokenRoute, async ({ caller, now }, runtime) => ({
  body: { token: await replaceToken(runtime, caller, now) },
}));

export const handler = createHandler(lambdaRuntime);
