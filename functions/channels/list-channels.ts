import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listChannelsRoute } from './list-channels.route.ts';

// SKELETON
export const createHandler = createEndpoint(listChannelsRoute, async () => {
  throw new Error('SKELETON');
});

export const handler = createHandler(lambdaRuntime);
