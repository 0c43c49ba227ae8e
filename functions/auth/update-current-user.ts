import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { changeOwnAccount } from '../../shared/sessions/change-own-account.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { updateCurrentUserRoute } from './update-current-user.route.ts';

export const createHandler = createAuditedEndpoint(
  updateCurrentUserRoute,
  async ({ body, caller, ifMatch, now }, { table, settings }) => ({
    body: await changeOwnAccount(table, body, {
      caller,
      ifMatch,
      at: formatTimestamp(now),
      guessesPerHour: settings.failedLoginsPerHour,
    }),
  }),
);

export const handler = createHandler(lambdaRuntime);
