import { defineRoute } from '../../shared/http/route.ts';

export const deleteSiteRoute = defineRoute('sites/delete-site', {
  method: 'DELETE',
  path: '/api/v1/sites/{site_id}',
  summary: 'Delete a site without zones and devices, with its contacts; its tests end',
  access: 'sites:delete',
  isAudited: true,
  response: { description: 'The site is deleted. Its alerts remain.' },
  errors: ['site_not_empty'],
  table: { actions: ['BatchGetItem', 'DeleteItem', 'PutItem', 'UpdateItem'] },
});
