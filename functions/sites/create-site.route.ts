import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { siteInputSchema, siteSchema } from '../../shared/sites/site.ts';

export const createSiteRoute = defineRoute({
  name: 'create-site',
  folder: 'sites',
  method: 'POST',
  path: '/api/v1/sites',
  summary: 'Create a site',
  access: 'sites:create',
  rateClass: 'api',
  request: { query: tenantQuery, body: siteInputSchema },
  response: {
    status: 201,
    description: 'The new site.',
    body: siteSchema,
    etag: true,
    headers: { Location: 'The URL of the new site.' },
  },
  errors: ['not_found'],
  table: { actions: ['PutItem', 'UpdateItem'], indexes: [] },
});
