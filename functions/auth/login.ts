import { createEndpoint, type EarlyRequest } from '../../shared/http/endpoint.ts';
import { lambdaRuntime, type Runtime } from '../../shared/lambda/runtime.ts';
import { beginSignIn, signIn } from '../../shared/sessions/sign-in.ts';
import { loginRoute } from './login.route.ts';

const begin = ({ body, address, now, admission }: EarlyRequest<typeof loginRoute>, runtime: Runtime) =>
  beginSignIn(runtime, { email: body.email, address, now }, admission);

export const createHandler = createEndpoint(
  loginRoute,
  async ({ body, begun, address, now, measure }, runtime) => {
    const signedIn = await signIn(runtime, { ...body, address, now }, begun);
    measure({ name: 'SignIns', value: 1 });
    return { body: signedIn };
  },
  { begin },
);

export const handler = createHandler(lambdaRuntime);
