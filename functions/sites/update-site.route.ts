import { defineRoute } from '../../shared/http/route.ts';
import { siteChangesSchema, siteSchema } from '../../shared/sites/site.ts';

export const updateSiteRoute = defineRoute('sites/update-site', {
  method: 'PATCH',
  path: '/api/v1/sites/{site_id}',
  summary: 'Change a site',
  access: 'sites:update',
  isAudited: true,
  request: { body: siteChangesSchema },
  response: { description: 'The changed site.', body: siteSchema },
  table: { actions: ['UpdateItem'] },
});
