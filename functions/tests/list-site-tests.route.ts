import { defineRoute } from '../../shared/http/route.ts';
import { siteTestsSchema } from '../../shared/tests/site-test.ts';

export const listSiteTestsRoute = defineRoute('tests/list-site-tests', {
  method: 'GET',
  path: '/api/v1/sites/{site_id}/tests',
  summary: 'List the running tests of a site, newest first',
  access: 'tests:read',
  response: { description: 'All running tests of the site.', body: siteTestsSchema },
  table: { actions: ['BatchGetItem'] },
});
