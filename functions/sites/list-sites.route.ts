import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { sitePageSchema } from '../../shared/sites/site.ts';

export const listSitesRoute = defineRoute({
  name: 'list-sites',
  folder: 'sites',
  method: 'GET',
  path: '/api/v1/sites',
  summary: 'List sites, newest first',
  access: 'sites:read',
  rateClass: 'api',
  request: { query: listQuery({}) },
  response: { status: 200, description: 'A page of the sites in reach.', body: sitePageSchema, etag: true },
  errors: [],
  table: { actions: ['Query', 'BatchGetItem'], indexes: ['platform'] },
});
