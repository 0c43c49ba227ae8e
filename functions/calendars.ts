import { tenantQuery } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import {
  CALENDARS,
  type Calendar,
  calendarChangesSchema,
  calendarInputSchema,
  calendarPageSchema,
  calendarSchema,
} from '../shared/calendars/calendar.ts';
import {
  createCalendar,
  deleteCalendar,
  listCalendars,
  updateCalendar,
} from '../shared/calendars/change-calendars.ts';
import { answerList } from '../shared/http/answer-list.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
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

export const listCalendarsHandler = createEndpoint(listCalendarsRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, _, page) => listCalendars(table, scope, page)),
}));

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
  async ({ body, query, scope, now, url, remember }, { table, randomBytes }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    const answer = (calendar: Calendar) => ({
      body: calendar,
      headers: { Location: `${url}/${calendar.id}` },
    });
    const origin = { id: newId(now, randomBytes), tenantId, at: formatTimestamp(now) };
    return answer(await createCalendar(table, body, origin, (it) => remember?.(answer(it)) ?? []));
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

export const getCalendarHandler = createEndpoint(getCalendarRoute, ({ target }) => ({ body: target.entity }));

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

export const deleteCalendarHandler = createAuditedEndpoint(
  deleteCalendarRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteCalendar(table, target, ifMatch);
    return {};
  },
);
