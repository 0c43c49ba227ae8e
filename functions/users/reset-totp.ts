import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { queueMail } from '../../shared/mail/queue-mail.ts';
import { resetSecondFactor } from '../../shared/sessions/reset-second-factor.ts';
import { resetTotpRoute } from './reset-totp.route.ts';

export const createHandler = createAuditedEndpoint(
  resetTotpRoute,
  async ({ target, caller, ifMatch }, runtime) => {
    await resetSecondFactor(runtime.table, target, { caller, ifMatch });
    const { tenant_id, id: user_id } = target.entity;
    // The reset has happened, whether or not the user is informed.
    await queueMail(runtime, { template: 'second_factor_reset', tenant_id, user_id }).catch(
      (error: unknown) => runtime.logger.error('The user was not informed of the reset', { error }),
    );
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
