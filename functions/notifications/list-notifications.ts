import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listNotificationsRoute } from './list-notifications.route.ts';

// SKELETON
export const createHandler = createEndpoint(listNotificationsRoute, async () => {
  throw new Error('SKELETON');
});

export const handler = createHandler(lambdaRuntime);
