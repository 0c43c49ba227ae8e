import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { updateNotificationRuleRoute } from './update-notification-rule.route.ts';

// SKELETON
export const createHandler = createEndpoint(updateNotificationRuleRoute, async () => {
  throw new Error('SKELETON');
});

export const handler = createHandler(lambdaRuntime);
