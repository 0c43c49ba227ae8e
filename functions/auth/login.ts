import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { signIn } from '../../shared/sessions/sign-in.ts';
import { loginRoute } from './login.route.ts';

export const createHandler = createEndpoint(loginRoute, async ({ body, address, now }, runtime) => ({
  body: await signIn(runtime, { ...body, address, now }),
}));

export const handler = createHandler(lambdaRuntime);
