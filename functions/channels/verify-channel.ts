import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { verifyChannelRoute } from './verify-channel.route.ts';

// SKELETON
export const createHandler = createEndpoint(verifyChannelRoute, async () => {
  throw new Error('SKELETON');
});

export const handler = createHandler(lambdaRuntime);
