import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { beginSecondFactor } from '../../shared/sessions/begin-second-factor.ts';
import { beginTotpRoute } from './begin-totp.route.ts';

export const createHandler = createEndpoint(beginTotpRoute, async ({ caller, body, now, url }, runtime) => ({
  body: await beginSecondFactor(runtime, caller, { currentPassword: body.current_password, now }),
  headers: { Location: url },
}));

export const handler = createHandler(lambdaRuntime);
