import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteNotificationRuleRoute } from './delete-notification-rule.route.ts';

// SKELETON
export const createHandler = createEndpoint(deleteNotificationRuleRoute, async () => {
  throw new Error('SKELETON');
});

export const handler = createHandler(lambdaRuntime);
