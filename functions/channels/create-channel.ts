import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { createChannelRoute } from './create-channel.route.ts';

// SKELETON
export const createHandler = createEndpoint(createChannelRoute, async () => {
  throw new Error('SKELETON');
});

export const handler = createHandler(lambdaRuntime);
