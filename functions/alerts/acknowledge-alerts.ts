import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { acknowledgeAlertsRoute } from './acknowledge-alerts.route.ts';
import { alertActions } from './alert-actions.ts';

export const createHandler = createEndpoint(acknowledgeAlertsRoute, alertActions('acknowledge'));

export const handler = createHandler(lambdaRuntime);
