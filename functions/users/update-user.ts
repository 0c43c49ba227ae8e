import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateUser } from '../../shared/users/update-user.ts';
import { updateUserRoute } from './update-user.route.ts';

export const createHandler = createAuditedEndpoint(
  updateUserRoute,
  async ({ target, body, caller, ifMatch, now }, { table, settings }) => ({
    body: await updateUser(table, target, body, {
      caller,
      ifMatch,
      at: formatTimestamp(now),
      guessesPerHour: settings.failedLoginsPerHour,
    }),
  }),
);

export const handler = createHandler(lambdaRuntime);
