import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { informUser } from '../../shared/mail/queue-mail.ts';
import { resetSecondFactor } from '../../shared/sessions/reset-second-factor.ts';
import { resetTotpRoute } from './reset-totp.route.ts';

export const createHandler = createAuditedEndpoint(
  resetTotpRoute,
  async ({ target, caller, ifMatch }, runtime) => {
    await resetSecondFactor(runtime.table, target, { caller, ifMatch });
    await informUser(runtime, 'second_factor_reset', target.entity);
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
