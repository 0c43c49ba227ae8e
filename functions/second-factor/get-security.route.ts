import { defineRoute } from '../../shared/http/route.ts';
import { securitySchema } from '../../shared/tenants/security.ts';
import { escalationQuery } from '../escalation/escalation-query.ts';

export const getSecurityRoute = defineRoute('second-factor/get-security', {
  method: 'GET',
  path: '/api/v1/security',
  summary: 'Read how people of the tenant must sign in',
  access: 'security:read',
  request: { query: escalationQuery },
  response: { description: 'Whether a second factor is required.', body: securitySchema },
  errors: ['not_found'],
  table: { actions: ['GetItem'] },
});
