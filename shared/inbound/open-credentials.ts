import type { SpreadTenants } from '../accounts/status-copies.ts';
import { ApiError } from '../base/errors.ts';
import { formatTimestamp } from '../base/time.ts';
import { authenticateKey } from '../keys/authenticate-key.ts';
import { KEY_SECRET_PATTERN, type ParsedKey, parseKey } from '../keys/key-secret.ts';
import { NUMBER_PATTERN } from '../lambda/secret.ts';
import { inboundKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { AddressNames, ParsedAddress } from './address-secret.ts';
import { parseAddress } from './address-secret.ts';
import { INBOUND_ADDRESSES, type InboundAddress } from './inbound-address.ts';
import { type OpenAddress, openAddress } from './receive-message.ts';

/** What a client of a broker shows: the secret of an inbound address, or the key of a device. Either names its device. */
export type DeviceCredentials = AddressNames &
  ({ readonly address: ParsedAddress } | { readonly key: ParsedKey });

const KEY = new RegExp(`^(${NUMBER_PATTERN})\\|(${KEY_SECRET_PATTERN})$`);

/**
 * Reads the credentials of a client; `undefined` if Guard cannot have issued them. The user is of no account, except that a
 * secret may begin in it: some firmware takes at most 32 or 64 characters as a password.
 */
export function parseCredentials(user: string, password: string): DeviceCredentials | undefined {
  return parseSecret(password) ?? parseSecret(user + password);
}

function parseSecret(text: string): DeviceCredentials | undefined {
  const address = parseAddress(text);
  if (address) return { ...address, address };
  const [, number = '', secret = ''] = KEY.exec(text) ?? [];
  const key = parseKey(number, secret);
  if (key?.binding?.kind !== 'device' || key.access !== 'report') return undefined;
  return { tenantId: key.tenantId, deviceId: key.binding.id, key };
}

/**
 * Finds who is behind credentials, strongly consistent, so that a revocation counts at once. `undefined` if they do not count.
 * The messages of a key are read by the address of its device, or as those of any system if it has none.
 */
export async function openCredentials(
  { table, logger }: Parameters<typeof authenticateKey>[0],
  credentials: DeviceCredentials,
  now: Date,
  spread: SpreadTenants,
): Promise<OpenAddress | undefined> {
  if ('address' in credentials) return openAddress(table, credentials.address, now, spread);
  const { tenantId, deviceId, key } = credentials;
  const [caller, item] = await Promise.all([
    authenticateKey({ table, logger }, key, now, spread).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'unauthenticated') return undefined;
      throw error;
    }),
    getItem(table, inboundKey(tenantId, deviceId)),
  ]);
  if (caller?.siteId === undefined) return undefined;
  const { keyId, name, siteId, tenantChildren, tenantRequestsPerMinute } = caller;
  const address = item ? INBOUND_ADDRESSES.entityOf(item) : anySystem({ tenantId, deviceId }, now);
  const { type, severity } = address.mapping;
  return {
    address,
    size: { tenantChildren, tenantRequestsPerMinute },
    sender: {
      caller: { ...caller, siteId, deviceId },
      actor: { kind: 'key', id: keyId, name },
      settings: { type, severity },
    },
  };
}

function anySystem({ tenantId, deviceId }: AddressNames, now: Date): InboundAddress {
  const at = formatTimestamp(now);
  return {
    id: deviceId,
    tenant_id: tenantId,
    format: 'generic',
    mapping: {},
    issued_at: at,
    former_until: null,
    certificate: null,
    created_at: at,
    updated_at: at,
  };
}
