import { escalationInputSchema, escalationSchema } from '../../shared/escalation.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { escalationQuery } from './escalation-query.ts';

export const setEscalationRoute = defineRoute('escalation/set-escalation', {
  method: 'PUT',
  path: '/api/v1/escalation',
  summary: 'Set when alerts of the tenant escalate',
  access: 'escalation:update',
  isAudited: true,
  request: { query: escalationQuery, body: escalationInputSchema },
  response: {
    description: 'The new escalation of the tenant. Open alerts keep their steps.',
    body: escalationSchema,
    etag: true,
  },
  errors: ['not_found'],
  table: { actions: ['GetItem', 'UpdateItem'] },
});
