import * as z from 'zod/mini';
import { defineRoute } from '../../shared/http/route.ts';
import { REFERENCE_ASSETS, REFERENCE_SCRIPT } from './reference-assets.ts';

export const getReferenceAssetRoute = defineRoute('docs/get-reference-asset', {
  method: 'GET',
  path: '/docs/assets/{asset}',
  summary: 'Read a file of the reference',
  isDocumented: false,
  access: 'anyone',
  request: { path: { asset: z.enum(REFERENCE_ASSETS.map(({ name }) => name)) } },
  response: {
    description: 'The file.',
    contentType: REFERENCE_SCRIPT.contentType,
    body: z.string(),
    cacheControl: 'public, max-age=31536000, immutable',
  },
  errors: ['not_found'],
  files: REFERENCE_ASSETS.map(({ file }) => file),
});
