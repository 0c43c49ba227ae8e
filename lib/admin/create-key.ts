import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { validate } from '../../shared/base/validation.ts';
import { createKey } from '../../shared/keys/create-key.ts';
import { keyInputSchema } from '../../shared/keys/key-contract.ts';
import type { AdminCommand } from './context.ts';
import { findTenantId } from './find-tenant-id.ts';

interface Options {
  readonly tenantId: string;
  readonly name: string;
  readonly access?: string;
  readonly siteId?: string;
  readonly deviceId?: string;
  readonly expiresAt?: string;
}

/** Creates a key. The last line of the output is its plain text, which is never shown again. */
export const createKeyCommand: AdminCommand<Options> = async ({ table, clock, randomBytes }, options) => {
  const tenantId = await findTenantId(table, options.tenantId);
  const input = validate(keyInputSchema, {
    name: options.name,
    access: options.access,
    site_id: options.siteId,
    device_id: options.deviceId,
    expires_at: options.expiresAt,
  });
  const now = clock();
  const origin = { id: newId(now, randomBytes), tenantId, at: formatTimestamp(now), randomBytes };
  const { key, plainText } = await createKey(table, input, origin);
  return `Created the key ${key.name} (${key.id}). It is shown only now:\n${plainText}`;
};
