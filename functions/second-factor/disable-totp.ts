import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { disableSecondFactor } from '../../shared/sessions/disable-second-factor.ts';
import { disableTotpRoute } from './disable-totp.route.ts';

export const createHandler = createAuditedEndpoint(
  disableTotpRoute,
  async ({ caller, body, now }, runtime) => {
    const { current_password: currentPassword, otp } = body;
    await disableSecondFactor(runtime, caller, { currentPassword, otp, now });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
