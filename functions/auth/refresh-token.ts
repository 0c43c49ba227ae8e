import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { refreshToken } from '../../shared/sessions/refresh-token.ts';
import { refreshTokenRoute } from './refresh-token.route.ts';

export const createHandler = createEndpoint(refreshTokenRoute, async ({ caller, now }, runtime) => ({
  body: { token: await refreshToken(runtime, caller, now) },
}));

export const handler = createHandler(lambdaRuntime);
