import { createSignedOutEndpoint } from '../../shared/http/signed-out-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { setPasswordByLink } from '../../shared/links/set-password.ts';
import { informUser } from '../../shared/mail/queue-mail.ts';
import { confirmPasswordResetRoute } from './confirm-password-reset.route.ts';

export const createHandler = createSignedOutEndpoint(
  confirmPasswordResetRoute,
  'token',
  async ({ body, now }, runtime) => {
    const user = await setPasswordByLink(runtime.table, body, now);
    await informUser(runtime, 'password_changed', user);
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
