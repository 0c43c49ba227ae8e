import { tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { issuedKeySchema, keyInputSchema } from '../../shared/keys/key-contract.ts';

export const createKeyRoute = defineRoute('keys/create-key', {
  method: 'POST',
  path: '/api/v1/keys',
  summary: 'Create a key for a machine',
  access: 'keys:create',
  isAudited: true,
  request: { query: tenantQuery, body: keyInputSchema },
  response: {
    status: 201,
    description: 'The new key with its plain text, which is returned only once.',
    body: issuedKeySchema,
  },
  errors: ['not_found'],
  table: { actions: ['ConditionCheckItem', 'PutItem', 'UpdateItem'] },
});
