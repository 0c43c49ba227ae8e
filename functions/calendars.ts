import { tenantQuery } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import {
  CALENDARS,
  calendarChangesSchema,
  calendarInputSchema,
  calendarPageSchema,
  calendarSchema,
} from '../shared/calendars/calendar.ts';
import { createCalendar, updateCalendar } from '../shared/calendars/change-calendars.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { deleteTarget, listOf, showTarget } from '../shared/http/plain-endpoints.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { listUse } from '../shared/table/table-use.ts';

export const listCalendarsRoute = defineRoute('calendars/list-calendars', {
  method: 'GET',
  path: '/api/v1/calendars',
  summary: 'List calendars, newest first',
  access: 'calendars:read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the calendars within the scope.', body: calendarPageSchema },
  table: listUse(CALENDARS),
});

export const listCalendarsHandler = createEndpoint(listCalendarsRoute, listOf(CALENDARS));

export const createCalendarRoute = defineRoute('calendars/create-calendar', {
  method: 'POST',
  path: '/api/v1/calendars',
  summary: 'Create a calendar',
  access: 'calendars:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { query: tenantQuery, body: calendarInputSchema },
  response: { status: 201, description: 'The new calendar.', body: calendarSchema },
  errors: ['not_found', 'too_many_calendars'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const createCalendarHandler = createAuditedEndpoint(
  createCalendarRoute,
  async ({ body, query, scope, now, remember }, { table, randomBytes }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    const origin = { id: newId(now, randomBytes), tenantId, at: formatTimestamp(now) };
    return { body: await createCalendar(table, body, origin, (it) => remember({ body: it })) };
  },
);

export const getCalendarRoute = defineRoute('calendars/get-calendar', {
  method: 'GET',
  path: '/api/v1/calendars/{calendar_id}',
  target: CALENDARS,
  summary: 'Read a calendar',
  access: 'calendars:read',
  response: { description: 'The calendar.', body: calendarSchema },
  table: { actions: [] },
});

export const getCalendarHandler = createEndpoint(getCalendarRoute, showTarget);

export const updateCalendarRoute = defineRoute('calendars/update-calendar', {
  method: 'PATCH',
  path: '/api/v1/calendars/{calendar_id}',
  target: CALENDARS,
  summary: 'Change a calendar',
  access: 'calendars:update',
  isAudited: true,
  request: { body: calendarChangesSchema },
  response: {
    description: 'The changed calendar. Supervisions that use it follow its dates from now on.',
    body: calendarSchema,
  },
  table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
});

export const updateCalendarHandler = createAuditedEndpoint(
  updateCalendarRoute,
  async ({ target, body, ifMatch, now }, { table }) => ({
    body: await updateCalendar(table, target, body, { ifMatch, now }),
  }),
);

export const deleteCalendarRoute = defineRoute('calendars/delete-calendar', {
  method: 'DELETE',
  path: '/api/v1/calendars/{calendar_id}',
  target: CALENDARS,
  summary: 'Delete a calendar that no supervision uses',
  access: 'calendars:delete',
  isAudited: true,
  response: { description: 'The calendar is deleted.' },
  errors: ['calendar_in_use'],
  table: { actions: ['DeleteItem', 'GetItem', 'UpdateItem'] },
});

export const deleteCalendarHandler = createAuditedEndpoint(deleteCalendarRoute, deleteTarget(CALENDARS));
