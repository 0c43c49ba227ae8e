import * as z from 'zod';
import { defineRoute, NO_TABLE_USE } from '../../shared/http/route.ts';
import { REFERENCE_ASSETS, REFERENCE_SCRIPT } from './reference-assets.ts';

export const getReferenceAssetRoute = defineRoute({
  name: 'get-reference-asset',
  folder: 'docs',
  method: 'GET',
  path: '/docs/assets/{asset}',
  summary: 'A file that the reference is made of',
  isDocumented: false,
  access: 'anyone',
  rateClass: 'none',
  request: { path: z.object({ asset: z.enum(REFERENCE_ASSETS.map(({ name }) => name)) }) },
  response: {
    status: 200,
    description: 'The file.',
    contentType: REFERENCE_SCRIPT.contentType,
    body: z.string(),
    cacheControl: 'public, max-age=31536000, immutable',
  },
  errors: ['not_found'],
  table: NO_TABLE_USE,
  files: REFERENCE_ASSETS.map(({ file }) => file),
});
