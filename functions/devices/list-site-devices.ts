import { listDevices } from '../../shared/devices/list-devices.ts';
import { answerSiteList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listSiteDevicesRoute } from './list-site-devices.route.ts';

export const createHandler = createEndpoint(listSiteDevicesRoute, async (request, { table }) => ({
  body: await answerSiteList(request, (extent, filters, page) => listDevices(table, extent, filters, page)),
}));

export const handler = createHandler(lambdaRuntime);
