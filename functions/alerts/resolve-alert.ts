import { actOnAlert } from '../../shared/alerts/alert-store.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { resolveAlertRoute } from './resolve-alert.route.ts';

export const createHandler = createEndpoint(
  resolveAlertRoute,
  async ({ target, caller, now }, { table }) => ({
    body: await actOnAlert(table, target, 'resolve', { userId: caller.userId, at: formatTimestamp(now) }),
  }),
);

export const handler = createHandler(lambdaRuntime);
