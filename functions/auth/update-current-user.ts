import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { informUser } from '../../shared/mail/queue-mail.ts';
import { changeOwnAccount } from '../../shared/sessions/change-own-account.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateCurrentUserRoute } from './update-current-user.route.ts';

export const createHandler = createAuditedEndpoint(
  updateCurrentUserRoute,
  async ({ body, caller, ifMatch, now }, runtime) => {
    const user = await changeOwnAccount(runtime.table, body, {
      caller,
      ifMatch,
      at: formatTimestamp(now),
      guessesPerHour: runtime.settings.failedLoginsPerHour,
    });
    if (body.password !== undefined) await informUser(runtime, 'password_changed', user);
    return { body: user };
  },
);

export const handler = createHandler(lambdaRuntime);
