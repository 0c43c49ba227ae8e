import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { createNotificationRuleRoute } from './create-notification-rule.route.ts';

// SKELETON
export const createHandler = createEndpoint(createNotificationRuleRoute, async () => {
  throw new Error('SKELETON');
});

export const handler = createHandler(lambdaRuntime);
