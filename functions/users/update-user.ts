import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { informUser } from '../../shared/mail/queue-mail.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateUser } from '../../shared/users/update-user.ts';
import { updateUserRoute } from './update-user.route.ts';

export const createHandler = createAuditedEndpoint(
  updateUserRoute,
  async ({ target, body, caller, ifMatch, now }, runtime) => {
    const user = await updateUser(runtime.table, target, body, {
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
