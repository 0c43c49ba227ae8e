import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getHealthRoute } from './get-health.route.ts';

export const createHandler = createEndpoint(getHealthRoute, (_, { settings }) => ({
  body: { status: 'ok' as const, release: settings.release },
}));

export const handler = createHandler(lambdaRuntime);
