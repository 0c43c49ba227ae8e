import * as z from 'zod';
import { defineRoute, NO_TABLE_USE } from '../../shared/http/route.ts';

export const getReferenceRoute = defineRoute({
  name: 'get-reference',
  folder: 'docs',
  method: 'GET',
  path: '/docs/api',
  summary: 'The interactive reference',
  access: 'anyone',
  rateClass: 'none',
  request: {},
  response: {
    status: 200,
    description: 'A page that shows the OpenAPI document and calls what it describes.',
    contentType: 'text/html; charset=utf-8',
    body: z.string(),
    etag: true,
    cacheControl: 'public, max-age=300',
  },
  errors: [],
  table: NO_TABLE_USE,
});
