import { defineRoute } from '../../shared/http/route.ts';
import { keyChangesSchema, keySchema } from '../../shared/keys/key.ts';

export const renameKeyRoute = defineRoute('keys/rename-key', {
  method: 'PATCH',
  path: '/api/v1/keys/{key_id}',
  summary: 'Rename a key',
  access: 'keys:update',
  request: { body: keyChangesSchema },
  response: { description: 'The renamed key.', body: keySchema },
  table: { actions: ['UpdateItem'] },
});
