import { createSignedOutEndpoint } from '../../shared/http/signed-out-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { setPasswordByLink } from '../../shared/links/set-password.ts';
import { confirmPasswordResetRoute } from './confirm-password-reset.route.ts';

export const createHandler = createSignedOutEndpoint(
  confirmPasswordResetRoute,
  'token',
  async ({ body, now }, { table }) => {
    await setPasswordByLink(table, body, now);
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
