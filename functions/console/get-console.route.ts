import * as z from 'zod/mini';
import { defineRoute } from '../../shared/http/route.ts';

export const getConsoleRoute = defineRoute('console/get-console', {
  method: 'GET',
  path: '/console',
  summary: 'Open the console',
  isDocumented: false,
  access: 'anyone',
  opensScreens: true,
  response: {
    description: 'The page of the console.',
    contentType: 'text/html; charset=utf-8',
    body: z.string(),
    etag: true,
    cacheControl: 'no-cache',
  },
  // The Content-Security-Policy of the page allows WebSocket connections to this URL; the page says whether there is mail.
  settings: ['GUARD_LIVE_URL', 'GUARD_MAIL_FROM'],
});
