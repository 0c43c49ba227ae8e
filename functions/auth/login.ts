import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { signIn } from '../../shared/sessions/sign-in.ts';
import { loginRoute } from './login.route.ts';

export const createHandler = createEndpoint(loginRoute, async ({ body, address, now, measure }, runtime) => {
  const signedIn = await signIn(runtime, { ...body, address, now });
  measure({ name: 'SignIns', value: 1 });
  return { body: signedIn };
});

export const handler = createHandler(lambdaRuntime);
