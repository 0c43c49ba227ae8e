import { defineRoute } from '../../shared/http/route.ts';
import { keySchema } from '../../shared/keys/key.ts';

export const getKeyRoute = defineRoute('keys/get-key', {
  method: 'GET',
  path: '/api/v1/keys/{key_id}',
  summary: 'Read a key',
  access: 'keys:read',
  response: { description: 'The key, without its plain text.', body: keySchema },
});
