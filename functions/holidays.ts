import { holidaysQuery, holidaysSchema, listHolidays } from '../shared/calendars/holidays.ts';
import { createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';

export const listHolidaysRoute = defineRoute('holidays/list-holidays', {
  method: 'GET',
  path: '/api/v1/holidays',
  summary: 'List public holidays for a calendar',
  access: 'calendars:create',
  request: { query: holidaysQuery },
  response: { description: 'Countries, regions and days, with their source.', body: holidaysSchema },
  table: { actions: [] },
});

export const listHolidaysHandler = createEndpoint(listHolidaysRoute, ({ query }) => ({
  body: listHolidays(query),
}));
