import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getScheduleRoute } from './get-schedule.route.ts';

export const createHandler = createEndpoint(getScheduleRoute, ({ target }) => ({ body: target.entity }));

export const handler = createHandler(lambdaRuntime);
