import * as z from 'zod/mini';
import { defineRoute } from '../../shared/http/route.ts';

/** How long a browser keeps a file whose name says what is in it. */
export const KEPT_FOR_GOOD = 'public, max-age=31536000, immutable';

export const getConsoleAssetRoute = defineRoute('console/get-console-asset', {
  method: 'GET',
  path: '/console/assets/{asset}',
  summary: 'A file that the console is made of',
  isDocumented: false,
  access: 'anyone',
  request: { path: { asset: z.string().check(z.regex(/^console-[0-9a-f]{10}\.(js|css|svg)$/)) } },
  response: {
    description: 'The file.',
    contentType: 'text/javascript; charset=utf-8',
    body: z.string(),
    cacheControl: KEPT_FOR_GOOD,
  },
  errors: ['not_found'],
});
