import { AUDIT_EVENTS, auditEventPageSchema } from '../../shared/audit/audit-event.ts';
import { auditFilterFields } from '../../shared/audit/audit-filters.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { listUse } from '../../shared/table/table-use.ts';

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
