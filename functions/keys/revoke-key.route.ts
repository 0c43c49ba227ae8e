import { defineRoute } from '../../shared/http/route.ts';

export const revokeKeyRoute = defineRoute('keys/revoke-key', {
  method: 'DELETE',
  path: '/api/v1/keys/{key_id}',
  summary: 'Revoke a key',
  access: 'keys:delete',
  isAudited: true,
  response: { description: 'The key is permanently rejected from the next request on.' },
  table: { actions: ['DeleteItem', 'UpdateItem'] },
});
