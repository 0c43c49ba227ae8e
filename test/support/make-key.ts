import type { AuthenticatedKey } from '../../shared/base/actor.ts';
import { KEYS, type Key, type KeyCredentials } from '../../shared/keys/key.ts';
import { type IssuedKey, issueKey } from '../../shared/keys/key-secret.ts';
import { TENANT_ID } from './call-endpoint.ts';
import { seededRandomBytes } from './random.ts';

const KEY_ID = '01a05bfb-7000-7381-afb8-6b18dd8ff15a';

/** A key of a tenant, unbound by default. */
export function makeKey(fields: Partial<Key> = {}): Key {
  return {
    id: KEY_ID,
    tenant_id: TENANT_ID,
    name: 'Gateway',
    access: 'report',
    site_id: null,
    device_id: null,
    expires_at: null,
    last_used_at: null,
    created_at: '2026-11-20T12:00:00.000+00:00',
    updated_at: '2026-11-20T12:00:00.000+00:00',
    ...fields,
  };
}

/** A key with its plain text and its stored item. */
export function makeIssuedKey(fields: Partial<Key> = {}) {
  const key = makeKey(fields);
  const { site_id, device_id } = key;
  const site = site_id === null ? undefined : ({ kind: 'site', id: site_id } as const);
  const device = device_id === null ? undefined : ({ kind: 'device', id: device_id } as const);
  const names = { tenantId: key.tenant_id, keyId: key.id, access: key.access, binding: site ?? device };
  const issued: IssuedKey = issueKey(names, seededRandomBytes());
  const credentials: KeyCredentials = { number: issued.number, secret_hash: issued.secretHash };
  const lastUse = key.last_used_at === null ? {} : { last_used_at: key.last_used_at };
  return { key, issued, item: { ...KEYS.item(key), credentials, ...lastUse } };
}

/** An authorized key, unbound by default. */
export function makeKeyCaller(fields: Partial<AuthenticatedKey> = {}): AuthenticatedKey {
  return {
    keyId: KEY_ID,
    access: 'report',
    name: 'Gateway',
    tenantId: TENANT_ID,
    siteId: undefined,
    deviceId: undefined,
    ...fields,
  };
}
