import { escalationSchema } from '../../shared/escalation.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { escalationQuery } from './escalation-query.ts';

export const getEscalationRoute = defineRoute('escalation/get-escalation', {
  method: 'GET',
  path: '/api/v1/escalation',
  summary: 'Read when alerts of the tenant escalate',
  access: 'escalation:read',
  request: { query: escalationQuery },
  response: {
    description: 'The escalation of the tenant: the steps of each severity that escalates.',
    body: escalationSchema,
    etag: true,
  },
  errors: ['not_found'],
  table: { actions: ['GetItem'] },
});
