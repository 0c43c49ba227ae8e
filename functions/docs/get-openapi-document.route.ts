import * as z from 'zod/mini';
import { defineRoute } from '../../shared/http/route.ts';
import { withMeta } from '../../shared/with-meta.ts';

export const getOpenapiDocumentRoute = defineRoute('docs/get-openapi-document', {
  method: 'GET',
  path: '/docs/api.json',
  summary: 'The OpenAPI document',
  access: 'anyone',
  response: {
    description: 'The API of this service, as OpenAPI 3.1.',
    body: withMeta(z.record(z.string(), z.unknown()), {
      id: 'OpenApiDocument',
      examples: [{ openapi: '3.1.1', info: { title: 'Guard', version: '0.1.0' }, paths: {} }],
    }),
    etag: true,
    cacheControl: 'public, max-age=300',
  },
});
