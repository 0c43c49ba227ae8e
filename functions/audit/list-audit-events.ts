import { listAuditEvents } from '../../shared/audit/list-audit-events.ts';
import { answerList } from '../../shared/http/answer-list.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { listAuditEventsRoute } from './list-audit-events.route.ts';

export const createHandler = createEndpoint(listAuditEventsRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, filters, page) =>
    listAuditEvents(table, tenantToCreateIn(scope, undefined), filters, page),
  ),
}));

export const handler = createHandler(lambdaRuntime);
