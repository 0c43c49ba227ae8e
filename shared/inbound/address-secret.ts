import type { RandomBytes } from '../base/ids.ts';
import { ID_BYTES, idBytes, readId } from '../lambda/id-bytes.ts';
import { defineSecret } from '../lambda/secret.ts';

/**
 * The secret in an inbound address, `guard_i_<secret>`. It contains the ids of the tenant and the device, so that one call reads
 * all that decides about a message. Its checksum rejects a fake without a read. It has no number before it, because cameras take
 * only short addresses.
 */
const SECRET = defineSecret('guard_i_', 2 * ID_BYTES);

const PATTERN = new RegExp(`^${SECRET.pattern}$`);

/** `defineSecret` puts a number before each secret. Nothing chooses by that of an address. */
const NUMBER = '1';

export interface AddressNames {
  readonly tenantId: string;
  readonly deviceId: string;
}

export interface ParsedAddress extends AddressNames {
  /** SHA-256 of the secret in base64url. Nothing else of the secret is stored. */
  readonly secretHash: string;
}

export interface IssuedAddress extends ParsedAddress {
  /** The last part of the address. Only the response that issues it contains it. */
  readonly plainText: string;
}

export function issueAddress({ tenantId, deviceId }: AddressNames, randomBytes: RandomBytes): IssuedAddress {
  const names = Buffer.concat([idBytes(tenantId), idBytes(deviceId)]);
  const { plainText, secretHash } = SECRET.issue(names, randomBytes);
  return { tenantId, deviceId, secretHash, plainText: plainText.slice(plainText.indexOf('|') + 1) };
}

/** Parses the last part of an address; `undefined` if Guard cannot have issued it. */
export function parseAddress(text: string): ParsedAddress | undefined {
  if (!PATTERN.test(text)) return undefined;
  const parsed = SECRET.parse(NUMBER, text);
  if (!parsed) return undefined;
  const tenantId = readId(parsed.names, 0);
  const deviceId = readId(parsed.names, ID_BYTES);
  return tenantId && deviceId ? { tenantId, deviceId, secretHash: parsed.secretHash } : undefined;
}
