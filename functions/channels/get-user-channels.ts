import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getUserChannelsRoute } from './get-user-channels.route.ts';

// SKELETON
export const createHandler = createEndpoint(getUserChannelsRoute, async () => {
  throw new Error('SKELETON');
});

export const handler = createHandler(lambdaRuntime);
