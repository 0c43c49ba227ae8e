import * as z from 'zod/mini';
import { defineRoute } from '../../shared/http/route.ts';

export const getReferenceRoute = defineRoute('docs/get-reference', {
  method: 'GET',
  path: '/docs/api',
  summary: 'The interactive reference',
  access: 'anyone',
  response: {
    description: 'A page that shows the OpenAPI document and calls its operations.',
    contentType: 'text/html; charset=utf-8',
    body: z.string(),
    etag: true,
    cacheControl: 'public, max-age=300',
  },
});
