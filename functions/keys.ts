import { etagOf } from '../shared/base/etag.ts';
import { tenantQuery } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { answerList } from '../shared/http/answer-list.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { createKey, listKeys } from '../shared/keys/create-key.ts';
import { KEYS, keySchema } from '../shared/keys/key.ts';
import {
  issuedKeySchema,
  keyChangesSchema,
  keyInputSchema,
  keyPageSchema,
} from '../shared/keys/key-contract.ts';
import { deleteEntity, updateEntity } from '../shared/table/change-entity.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { joinUses, listUse } from '../shared/table/table-use.ts';

export const listKeysRoute = defineRoute('keys/list-keys', {
  method: 'GET',
  path: '/api/v1/keys',
  summary: 'List keys, newest first',
  access: 'keys:read',
  request: { query: listQuery({}) },
  response: { description: 'A page of the keys within the scope.', body: keyPageSchema },
  table: joinUses(listUse(KEYS), { actions: ['BatchGetItem'] }),
});

export const listKeysHandler = createEndpoint(listKeysRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, _, page) => listKeys(table, scope, page)),
}));

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

export const createKeyHandler = createAuditedEndpoint(
  createKeyRoute,
  async ({ body, query, scope, now, url }, { table, randomBytes }) => {
    const { key, plainText } = await createKey(table, body, {
      id: newId(now, randomBytes),
      tenantId: tenantToCreateIn(scope, query.tenant_id),
      at: formatTimestamp(now),
      randomBytes,
    });
    // The ETag is that of the key without its plain text, as later reads return it.
    const headers = { Location: `${url}/${key.id}`, ETag: etagOf(key) };
    return { body: { ...key, key: plainText }, headers };
  },
);

export const getKeyRoute = defineRoute('keys/get-key', {
  method: 'GET',
  path: '/api/v1/keys/{key_id}',
  target: KEYS,
  summary: 'Read a key',
  access: 'keys:read',
  response: { description: 'The key, without its plain text.', body: keySchema },
});

export const getKeyHandler = createEndpoint(getKeyRoute, ({ target }) => ({ body: target.entity }));

export const renameKeyRoute = defineRoute('keys/rename-key', {
  method: 'PATCH',
  path: '/api/v1/keys/{key_id}',
  target: KEYS,
  summary: 'Rename a key',
  access: 'keys:update',
  isAudited: true,
  request: { body: keyChangesSchema },
  response: { description: 'The renamed key.', body: keySchema },
  table: { actions: ['UpdateItem'] },
});

export const renameKeyHandler = createAuditedEndpoint(
  renameKeyRoute,
  async ({ target, body, ifMatch, now }, { table }) => ({
    body: await updateEntity(table, KEYS, target, body, { ifMatch, at: formatTimestamp(now) }),
  }),
);

export const revokeKeyRoute = defineRoute('keys/revoke-key', {
  method: 'DELETE',
  path: '/api/v1/keys/{key_id}',
  target: KEYS,
  summary: 'Revoke a key',
  access: 'keys:delete',
  isAudited: true,
  response: { description: 'The key is permanently rejected from the next request on.' },
  table: { actions: ['DeleteItem', 'UpdateItem'] },
});

export const revokeKeyHandler = createAuditedEndpoint(
  revokeKeyRoute,
  async ({ target, ifMatch }, { table }) => {
    await deleteEntity(table, KEYS, target, { ifMatch });
    return {};
  },
);
