import * as z from 'zod/mini';
import { defineRoute } from '../../shared/http/route.ts';

export const getConsoleRoute = defineRoute('console/get-console', {
  method: 'GET',
  path: '/console',
  summary: 'The operators’ screen',
  isDocumented: false,
  access: 'anyone',
  response: {
    description: 'A page that shows open alerts and silent devices, and acts on alerts.',
    contentType: 'text/html; charset=utf-8',
    body: z.string(),
    etag: true,
    cacheControl: 'no-cache',
  },
  // Which the page may connect to.
  settings: ['GUARD_LIVE_URL'],
});
