import * as z from 'zod/mini';
import { isPermitted } from '../shared/base/access.ts';
import type { AuthenticatedUser } from '../shared/base/actor.ts';
import { ApiError } from '../shared/base/errors.ts';
import { etagOf } from '../shared/base/etag.ts';
import { idField, tenantQuery } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { withMeta } from '../shared/base/schema.ts';
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

/**
 * Rejects a caller who may handle only the keys of devices, and wants another one. Whoever may edit a device may replace it
 * and so make it report anything; a key of that device gives nothing more. Every wider key is for those who handle all keys.
 */
function requireKeyOfDevice({ role }: AuthenticatedUser, deviceId: string | null | undefined): void {
  const isOfDevice = typeof deviceId === 'string' && isPermitted(role, 'devices:update');
  if (!isOfDevice && !isPermitted(role, 'keys:update')) throw new ApiError('forbidden');
}

export const listKeysRoute = defineRoute('keys/list-keys', {
  method: 'GET',
  path: '/api/v1/keys',
  summary: 'List keys, newest first',
  access: 'keys:read',
  request: {
    query: listQuery({
      device_id: withMeta(z.optional(idField), {
        description: 'Only the keys of this device. Tenant admins must name one.',
      }),
    }),
  },
  response: { description: 'A page of the keys within the scope.', body: keyPageSchema },
  table: joinUses(listUse(KEYS), { actions: ['BatchGetItem'] }),
});

export const listKeysHandler = createEndpoint(listKeysRoute, async (request, { table }) => {
  requireKeyOfDevice(request.caller, request.query.device_id);
  return {
    body: await answerList(request, (scope, filters, page) => listKeys(table, scope, filters, page)),
  };
});

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
  async ({ body, query, caller, scope, now }, { table, randomBytes }) => {
    requireKeyOfDevice(caller, body.device_id);
    const { key, plainText } = await createKey(table, body, {
      id: newId(now, randomBytes),
      tenantId: tenantToCreateIn(scope, query.tenant_id),
      at: formatTimestamp(now),
      randomBytes,
    });
    // The ETag is that of the key without its plain text, as later reads return it.
    return { body: { ...key, key: plainText }, headers: { ETag: etagOf(key) } };
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

export const getKeyHandler = createEndpoint(getKeyRoute, ({ target: { entity }, caller }) => {
  requireKeyOfDevice(caller, entity.device_id);
  return { body: entity };
});

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
  async ({ target, caller, ifMatch }, { table }) => {
    requireKeyOfDevice(caller, target.entity.device_id);
    await deleteEntity(table, KEYS, target, { ifMatch });
  },
);
