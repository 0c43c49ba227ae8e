import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getNotificationRuleRoute } from './get-notification-rule.route.ts';

export const createHandler = createEndpoint(getNotificationRuleRoute, ({ target }) => ({
  body: target.entity,
}));

export const handler = createHandler(lambdaRuntime);
