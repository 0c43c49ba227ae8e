import { defineRoute } from '../../shared/http/route.ts';

export const deleteZoneRoute = defineRoute('zones/delete-zone', {
  method: 'DELETE',
  path: '/api/v1/zones/{zone_id}',
  summary: 'Delete a zone without devices',
  access: 'zones:delete',
  isAudited: true,
  response: { description: 'The zone is deleted. Its alerts remain.' },
  errors: ['zone_not_empty'],
  table: { actions: ['DeleteItem', 'UpdateItem'] },
});
