import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { siteInputSchema, siteSchema } from '../../shared/sites/site.ts';

export const createSiteRoute = defineRoute('sites/create-site', {
  method: 'POST',
  path: '/api/v1/sites',
  summary: 'Create a site',
  access: 'sites:create',
  isAudited: true,
  takesIdempotencyKey: true,
  request: { query: tenantQuery, body: siteInputSchema },
  response: { status: 201, description: 'The new site.', body: siteSchema },
  errors: ['not_found'],
  table: { actions: ['PutItem', 'UpdateItem'] },
});
