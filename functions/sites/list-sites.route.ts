import { defineRoute } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { SITES, sitePageSchema } from '../../shared/sites/site.ts';
import { joinUses, listUse } from '../../shared/table/table-use.ts';

export const listSitesRoute = defineRoute('sites/list-sites', {
  method: 'GET',
  path: '/api/v1/sites',
  summary: 'List sites, newest first',
  access: 'sites:read',
  opensScreens: true,
  takesKeys: 'read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the sites within the scope.', body: sitePageSchema },
  table: joinUses(listUse(SITES), { actions: ['BatchGetItem'] }),
});
