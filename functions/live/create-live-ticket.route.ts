import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { liveTicketSchema } from '../../shared/live/ticket.ts';

export const createLiveTicketRoute = defineRoute('live/create-live-ticket', {
  method: 'POST',
  path: '/api/v1/live/tickets',
  summary: 'Get a ticket that opens one live connection',
  access: 'alerts:read',
  opensScreens: true,
  takesKeys: 'read',
  request: { query: tenantQuery },
  response: {
    status: 201,
    description: 'The ticket. It is valid once, for 30 seconds.',
    body: liveTicketSchema,
    etag: false,
  },
  errors: ['not_found', 'too_many_connections'],
  table: { actions: ['GetItem', 'PutItem', 'Query'] },
  settings: ['GUARD_LIVE_URL'],
});
