import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { testChannelRoute } from './test-channel.route.ts';

// SKELETON
export const createHandler = createEndpoint(testChannelRoute, async () => {
  throw new Error('SKELETON');
});

export const handler = createHandler(lambdaRuntime);
