import * as z from 'zod/mini';
import type { AuthenticatedKey } from '../actor.ts';
import { DEVICES } from '../devices/device.ts';
import { ApiError } from '../errors.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { isSameHash } from '../secrets/secret.ts';
import { SITES } from '../sites/site.ts';
import { CHILD_COUNT, COPIED_STATUS } from '../table/attributes.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { attribute, expression } from '../table/expression.ts';
import type { ItemKey } from '../table/keys.ts';
import { readEntity } from '../table/kind.ts';
import { isActiveTenant, tenantSizeOf } from '../users/active-tenant.ts';
import { readWithTenant, type SpreadTenants } from '../users/status-copies.ts';
import { isOwnKey } from './is-own-key.ts';
import { KEYS, LAST_USED_AT } from './key.ts';
import type { Binding, ParsedKey } from './key-secret.ts';
import { noteUse } from './note-use.ts';

const AUTHENTICATION_PROJECTION = expression`pk, sk, #data, #credentials, ${attribute(LAST_USED_AT)}, ${attribute(TTL_ATTRIBUTE)}, ${attribute(COPIED_STATUS)}, ${attribute(CHILD_COUNT)}`;

const deviceSchema = z.object({ site_id: z.string(), runaway_after: z.optional(z.nullable(z.number())) });

/**
 * Authenticates an API key with one strongly consistent read of the key, its tenant and its site or device. So a
 * revocation holds from the next request on, and a device-bound key has the current site of its device. Every failure
 * is the same `unauthenticated` for the client; its reason is for the log.
 */
export async function authenticateKey(
  { table, logger }: Pick<Runtime, 'table' | 'logger'>,
  presented: ParsedKey,
  now: Date,
  spread: SpreadTenants,
): Promise<AuthenticatedKey> {
  const { tenantId, keyId, access, binding } = presented;
  const [storedTenant, storedKey, bound] = await readWithTenant(
    table,
    { tenantId, number: presented.number, spread },
    [KEYS.key(tenantId, keyId), ...(binding ? [keyOfBound(tenantId, binding)] : [])],
    AUTHENTICATION_PROJECTION,
  );
  if (!storedKey) throw unauthenticated('key_not_found');
  const { entity: key, credentials } = KEYS.read(storedKey);
  if (credentials.number !== presented.number || !isSameHash(credentials.secret_hash, presented.secretHash)) {
    throw unauthenticated('key_secret_mismatch');
  }
  if (key.expires_at !== null && now.getTime() >= Date.parse(key.expires_at)) {
    throw unauthenticated('key_expired');
  }
  if (!isActiveTenant(storedTenant) && !isOwnKey(storedKey)) throw unauthenticated('tenant_not_active');
  if (binding && !bound) throw unauthenticated(`${binding.kind}_not_found`);
  await noteUse({ table, logger }, key, now);
  const size = tenantSizeOf(storedTenant);
  return { keyId, access, name: key.name, tenantId, ...placeOf(binding, bound), ...size };
}

function keyOfBound(tenantId: string, { kind, id }: Binding): ItemKey {
  return kind === 'site' ? SITES.key(tenantId, id) : DEVICES.key(tenantId, id);
}

function placeOf(
  binding: Binding | undefined,
  bound: Readonly<Record<string, unknown>> | undefined,
): Pick<AuthenticatedKey, 'siteId' | 'deviceId' | 'mayRunAway'> {
  if (!binding || !bound) return { siteId: undefined, deviceId: undefined };
  if (binding.kind === 'site') return { siteId: binding.id, deviceId: undefined };
  const { site_id: siteId, runaway_after } = readEntity(deviceSchema, bound);
  return { siteId, deviceId: binding.id, ...(runaway_after ? { mayRunAway: true } : {}) };
}

function unauthenticated(reason: string): ApiError {
  return new ApiError('unauthenticated', { reason });
}
