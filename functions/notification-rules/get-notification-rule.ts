import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getNotificationRuleRoute } from './get-notification-rule.route.ts';

// SKELETON
export const createHandler = createEndpoint(getNotificationRuleRoute, async () => {
  throw new Error('SKELETON');
});

export const handler = createHandler(lambdaRuntime);
