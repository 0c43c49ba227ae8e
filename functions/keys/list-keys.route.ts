import { defineRoute } from '../../shared/http/route.ts';
import { KEYS } from '../../shared/keys/key.ts';
import { keyPageSchema } from '../../shared/keys/key-contract.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import { joinUses, listUse } from '../../shared/table/table-use.ts';

export const listKeysRoute = defineRoute('keys/list-keys', {
  method: 'GET',
  path: '/api/v1/keys',
  summary: 'List keys, newest first',
  access: 'keys:read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the keys within the scope.', body: keyPageSchema },
  table: joinUses(listUse(KEYS), { actions: ['BatchGetItem'] }),
});
