import { isWithinReach } from '../../shared/access.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { listEvents } from '../../shared/alerts/list-events.ts';
import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { EMPTY_PAGE } from '../../shared/lists/page.ts';
import { listAlertEventsRoute } from './list-alert-events.route.ts';

export const createHandler = createEndpoint(listAlertEventsRoute, async (request, { table }) => {
  const { entity: alert } = request.target;
  return {
    body: await answerList(request, async (reach, _, page) =>
      isWithinReach(reach, ALERTS.subject(alert)) ? listEvents(table, alert, page) : EMPTY_PAGE,
    ),
  };
});

export const handler = createHandler(lambdaRuntime);
