import { defineRoute } from '../../shared/http/route.ts';
import { keySchema } from '../../shared/keys/key.ts';
import { keyChangesSchema } from '../../shared/keys/key-contract.ts';

export const renameKeyRoute = defineRoute('keys/rename-key', {
  method: 'PATCH',
  path: '/api/v1/keys/{key_id}',
  summary: 'Rename a key',
  access: 'keys:update',
  isAudited: true,
  request: { body: keyChangesSchema },
  response: { description: 'The renamed key.', body: keySchema },
  table: { actions: ['UpdateItem'] },
});
