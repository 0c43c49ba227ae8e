import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getSiteRoute } from './get-site.route.ts';

export const createHandler = createEndpoint(getSiteRoute, ({ target }) => ({ body: target.entity }));

export const handler = createHandler(lambdaRuntime);
