import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getHealthRoute } from './get-health.route.ts';

export const createHandler = createEndpoint(getHealthRoute, () => ({ body: { status: 'ok' as const } }));

export const handler = createHandler(lambdaRuntime);
