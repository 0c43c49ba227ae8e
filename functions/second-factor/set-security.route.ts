import { defineRoute } from '../../shared/http/route.ts';
import { securityInputSchema, securitySchema } from '../../shared/tenants/security.ts';
import { escalationQuery } from '../escalation/escalation-query.ts';

export const setSecurityRoute = defineRoute('second-factor/set-security', {
  method: 'PUT',
  path: '/api/v1/security',
  summary: 'Set how people of the tenant must sign in',
  access: 'security:update',
  isAudited: true,
  request: { query: escalationQuery, body: securityInputSchema },
  response: {
    description:
      'The new setting. Where a second factor is required, sessions of a password without one can only set it up, from the next request.',
    body: securitySchema,
  },
  errors: ['not_found'],
  table: { actions: ['GetItem', 'UpdateItem'] },
});
