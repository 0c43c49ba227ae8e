import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { acknowledgeAlertRoute } from './acknowledge-alert.route.ts';
import { alertAction } from './alert-action.ts';

export const createHandler = createEndpoint(acknowledgeAlertRoute, alertAction('acknowledge'));

export const handler = createHandler(lambdaRuntime);
