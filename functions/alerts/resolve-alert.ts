import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { alertAction } from './alert-action.ts';
import { resolveAlertRoute } from './resolve-alert.route.ts';

export const createHandler = createAuditedEndpoint(resolveAlertRoute, alertAction('resolve'));

export const handler = createHandler(lambdaRuntime);
