import { listAlerts } from '../../shared/alerts/list-alerts.ts';
import { narrowToDevice } from '../../shared/devices/narrow-to-device.ts';
import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { EMPTY_PAGE } from '../../shared/lists/page.ts';
import { listAlertsRoute } from './list-alerts.route.ts';

export const createHandler = createEndpoint(listAlertsRoute, async (request, { table }) => ({
  body: await answerList(request, async (scope, filters, page) => {
    const { device_id } = filters;
    const extent = device_id === undefined ? scope : await narrowToDevice(table, scope, device_id);
    return extent ? listAlerts(table, extent, filters, page) : EMPTY_PAGE;
  }),
}));

export const handler = createHandler(lambdaRuntime);
