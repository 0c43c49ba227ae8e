import { ApiError } from '../shared/base/errors.ts';
import { tenantQuery } from '../shared/base/fields.ts';
import { createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { createTicket } from '../shared/live/open-connection.ts';
import { liveTicketSchema } from '../shared/live/ticket.ts';
import { tenantKey } from '../shared/table/keys.ts';
import { getItem } from '../shared/table/reads.ts';

export const createLiveTicketRoute = defineRoute('live/create-live-ticket', {
  method: 'POST',
  path: '/api/v1/live/tickets',
  summary: 'Get a ticket that opens one live connection',
  access: 'alerts:read',
  opensScreens: true,
  takesKeys: ['read', 'wall'],
  request: { query: tenantQuery },
  response: {
    status: 201,
    description: 'The ticket. It is valid once, for 30 seconds.',
    body: liveTicketSchema,
    etag: false,
    location: null, // that of the connection
  },
  errors: ['not_found', 'too_many_connections'],
  table: { actions: ['GetItem', 'PutItem', 'Query'] },
  settings: ['GUARD_LIVE_URL'],
});

export const createLiveTicketHandler = createEndpoint(
  createLiveTicketRoute,
  async ({ caller, scope, query, now }, { table, settings, randomBytes }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    // Only the existence of another tenant must be checked: the caller's own tenant exists.
    if (tenantId !== caller.tenantId && !(await getItem(table, tenantKey(tenantId)))) {
      throw new ApiError('not_found');
    }
    const { liveUrl } = settings;
    const body = await createTicket(table, { caller, tenantId, liveUrl, now, randomBytes });
    return { body, headers: { Location: liveUrl } };
  },
);
