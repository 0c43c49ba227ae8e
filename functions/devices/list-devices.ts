import { listDevices } from '../../shared/devices/list-devices.ts';
import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { EMPTY_PAGE } from '../../shared/lists/page.ts';
import { narrowToSite } from '../../shared/sites/narrow-to-site.ts';
import { listDevicesRoute } from './list-devices.route.ts';

export const createHandler = createEndpoint(listDevicesRoute, async (request, { table }) => ({
  body: await answerList(request, async (scope, { site_id, ...filters }, page) => {
    const extent = site_id === undefined ? scope : await narrowToSite(table, scope, site_id);
    return extent ? listDevices(table, extent, filters, page) : EMPTY_PAGE;
  }),
}));

export const handler = createHandler(lambdaRuntime);
