import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { alertActions } from './alert-actions.ts';
import { resolveAlertsRoute } from './resolve-alerts.route.ts';

export const createHandler = createAuditedEndpoint(resolveAlertsRoute, alertActions('resolve'));

export const handler = createHandler(lambdaRuntime);
