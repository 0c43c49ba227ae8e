import * as z from 'zod';
import { defineRoute, NO_TABLE_USE } from '../../shared/http/route.ts';

export const getOpenapiDocumentRoute = defineRoute({
  name: 'get-openapi-document',
  folder: 'docs',
  method: 'GET',
  path: '/docs/api.json',
  summary: 'The OpenAPI document',
  access: 'anyone',
  rateClass: 'none',
  request: {},
  response: {
    status: 200,
    description: 'What this service understands and answers, as OpenAPI 3.1.',
    body: z.record(z.string(), z.unknown()).meta({ id: 'OpenApiDocument' }),
    etag: true,
    cacheControl: 'public, max-age=300',
  },
  errors: [],
  table: NO_TABLE_USE,
});
