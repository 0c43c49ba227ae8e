import { countedAlert } from '../../shared/alerts/read-alert.ts';
import { isBehind, readRecentHistory } from '../../shared/alerts/recent-history.ts';
import { createEndpoint, type EarlyRequest } from '../../shared/http/endpoint.ts';
import { lambdaRuntime, type Runtime } from '../../shared/lambda/runtime.ts';
import { getAlertRoute } from './get-alert.route.ts';

/** Reads the history beside the alert. A platform admin's token does not say which tenant has it. */
const begin = async ({ path, query, caller }: EarlyRequest<typeof getAlertRoute>, { table }: Runtime) =>
  query.include && caller.role !== 'platform_admin'
    ? readRecentHistory(table, { tenant_id: caller.tenantId, id: path.alert_id })
    : undefined;

export const createHandler = createEndpoint(
  getAlertRoute,
  async ({ target, query, begun }, { table }) => {
    const [alert, history] = await Promise.all([
      countedAlert(table, target),
      query.include && (begun ?? readRecentHistory(table, target.entity)),
    ]);
    // The alert may have changed between the two.
    const isOutdated = history && isBehind(history, alert);
    return { body: { ...alert, history: isOutdated ? await readRecentHistory(table, alert) : history } };
  },
  { begin },
);

export const handler = createHandler(lambdaRuntime);
