import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getZoneRoute } from './get-zone.route.ts';

export const createHandler = createEndpoint(getZoneRoute, ({ target }) => ({ body: target.entity }));

export const handler = createHandler(lambdaRuntime);
