import { defineRoute } from '../../shared/http/route.ts';
import { siteSchema } from '../../shared/sites/site.ts';

export const getSiteRoute = defineRoute('sites/get-site', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}',
  summary: 'Read a site',
  access: 'sites:read',
  takesKeys: 'read',
  response: { description: 'The site.', body: siteSchema },
});
