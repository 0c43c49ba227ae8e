import * as z from 'zod';
import { defineRoute } from '../../shared/http/route.ts';

export const getOpenapiDocumentRoute = defineRoute('docs/get-openapi-document', {
  method: 'GET',
  path: '/docs/api.json',
  summary: 'The OpenAPI document',
  access: 'anyone',
  response: {
    description: 'What this service understands and answers, as OpenAPI 3.1.',
    body: z.record(z.string(), z.unknown()).meta({
      id: 'OpenApiDocument',
      examples: [{ openapi: '3.1.1', info: { title: 'Guard', version: '0.1.0' }, paths: {} }],
    }),
    etag: true,
    cacheControl: 'public, max-age=300',
  },
});
