import { AUDIT_EVENTS, auditEventPageSchema } from '../shared/audit/audit-event.ts';
import { auditFilterFields, listAuditEvents } from '../shared/audit/list-audit-events.ts';
import { answerList } from '../shared/http/answer-list.ts';
import { createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { listUse } from '../shared/table/table-use.ts';

export const listAuditEventsRoute = defineRoute('audit/list-audit-events', {
  method: 'GET',
  path: '/api/v1/audit-events',
  summary: 'List the audit log of a tenant, newest first',
  access: 'audit:read',
  request: { query: listQuery(auditFilterFields) },
  response: {
    description:
      'A page of the audit log. With several filters in addition to the times, a page may have fewer events than the limit, or none, before the last one.',
    body: auditEventPageSchema,
  },
  table: listUse(AUDIT_EVENTS),
});

export const listAuditEventsHandler = createEndpoint(listAuditEventsRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, filters, page) =>
    listAuditEvents(table, tenantToCreateIn(scope, undefined), filters, page),
  ),
}));
