import { createSignedOutEndpoint } from '../../shared/http/signed-out-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { requireMail } from '../../shared/mail/mail-settings.ts';
import { queueMail } from '../../shared/mail/queue-mail.ts';
import { requestPasswordResetRoute } from './request-password-reset.route.ts';

/** Reads no user: the answer and its time say nothing about the address. */
export const createHandler = createSignedOutEndpoint(
  requestPasswordResetRoute,
  'email',
  async ({ body: { email } }, runtime) => {
    requireMail(runtime.settings);
    await queueMail(runtime, { template: 'password_reset', email });
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
