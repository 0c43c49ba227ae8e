import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listNotificationRulesRoute } from './list-notification-rules.route.ts';

// SKELETON
export const createHandler = createEndpoint(listNotificationRulesRoute, async () => {
  throw new Error('SKELETON');
});

export const handler = createHandler(lambdaRuntime);
