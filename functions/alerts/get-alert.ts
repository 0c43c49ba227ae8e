import { countedAlert } from '../../shared/alerts/read-alert.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getAlertRoute } from './get-alert.route.ts';

export const createHandler = createEndpoint(getAlertRoute, async ({ target }, { table }) => ({
  body: await countedAlert(table, target.entity),
}));

export const handler = createHandler(lambdaRuntime);
