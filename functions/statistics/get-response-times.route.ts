import * as z from 'zod/mini';
import { defineRoute } from '../../shared/http/route.ts';
import { tenantFilter } from '../../shared/lists/contract.ts';
import { responseTimesQuery, responseTimesSchema } from '../../shared/statistics/response-times.ts';

export const getResponseTimesRoute = defineRoute('statistics/get-response-times', {
  method: 'GET',
  path: '/api/v1/statistics/response-times',
  summary: 'Report how soon people responded to alerts',
  access: 'statistics:read',
  takesKeys: 'read',
  request: { query: z.strictObject({ tenant_id: tenantFilter, ...responseTimesQuery }) },
  response: {
    description: 'The response times within the scope; as CSV for `Accept: text/csv`.',
    body: responseTimesSchema,
    alsoCsv: true,
  },
  errors: ['not_found', 'range_too_large'],
  // BatchGetItem reads the names of people.
  table: { actions: ['BatchGetItem', 'Query'] },
});
