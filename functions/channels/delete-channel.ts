import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteChannelRoute } from './delete-channel.route.ts';

// SKELETON
export const createHandler = createEndpoint(deleteChannelRoute, async () => {
  throw new Error('SKELETON');
});

export const handler = createHandler(lambdaRuntime);
