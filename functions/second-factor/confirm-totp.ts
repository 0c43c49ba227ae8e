import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { confirmSecondFactor } from '../../shared/sessions/confirm-second-factor.ts';
import { confirmTotpRoute } from './confirm-totp.route.ts';

export const createHandler = createAuditedEndpoint(
  confirmTotpRoute,
  async ({ caller, body, now }, runtime) => ({
    body: { recovery_codes: await confirmSecondFactor(runtime, caller, { otp: body.otp, now }) },
  }),
);

export const handler = createHandler(lambdaRuntime);
