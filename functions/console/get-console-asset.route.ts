import * as z from 'zod/mini';
import { defineRoute } from '../../shared/http/route.ts';

/** Assets may be cached forever, because their names contain a hash of their content. */
export const CACHE_FOREVER = 'public, max-age=31536000, immutable';

export const getConsoleAssetRoute = defineRoute('console/get-console-asset', {
  method: 'GET',
  path: '/console/assets/{asset}',
  summary: 'Read a file of the console',
  isDocumented: false,
  access: 'anyone',
  opensScreens: true,
  request: {
    path: { asset: z.string().check(z.regex(/^((console|part)-[0-9A-Z]{8}\.(js|css|svg)|worker\.js)$/)) },
  },
  response: {
    description: 'The file.',
    contentType: 'text/javascript; charset=utf-8',
    body: z.string(),
    cacheControl: CACHE_FOREVER,
  },
  errors: ['not_found'],
});
