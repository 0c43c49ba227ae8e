import * as z from 'zod/mini';
import { idField } from '../../shared/base/fields.ts';
import { validate } from '../../shared/base/validation.ts';
import { KEYS } from '../../shared/keys/key.ts';
import { deleteEntity } from '../../shared/table/change-entity.ts';
import { getItem } from '../../shared/table/reads.ts';
import { AdminError } from './admin-error.ts';
import type { AdminCommand } from './context.ts';
import { findTenantId } from './find-tenant-id.ts';

interface Options {
  readonly tenantId: string;
  readonly keyId: string;
}

const optionsSchema = z.object({ key_id: idField });

/** Revokes a key: the next request with it is rejected. */
export const revokeKeyCommand: AdminCommand<Options> = async ({ table }, options) => {
  const tenantId = await findTenantId(table, options.tenantId);
  const { key_id: keyId } = validate(optionsSchema, { key_id: options.keyId });
  const item = await getItem(table, KEYS.key(tenantId, keyId));
  if (!item) throw new AdminError(`The tenant ${tenantId} has no key ${keyId}.`);
  const key = KEYS.read(item);
  await deleteEntity(table, KEYS, key, { ifMatch: undefined });
  return `The key ${key.entity.name} (${keyId}) is revoked.`;
};
