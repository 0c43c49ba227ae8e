import { ID_BYTES, idBytes, readId } from '../lambda/id-bytes.ts';
import { serviceName } from '../lambda/metrics.ts';
import { base62Width, decodeBase62, encodeBase62 } from '../lambda/secret.ts';
import type { AddressNames } from './address-secret.ts';

/**
 * The id of a client that connects to AWS IoT Core: `guard-<stage>-<tenant and device>-<fingerprint>`, and possibly more after
 * another hyphen, because IoT Core ends a connection when another client has its id. A rule of IoT Core knows no principal of a
 * custom authorizer, but it knows the id; and the policy of a client permits only the id that fits its credential. So the id
 * proves the tenant, the device and the credential of a message.
 */
export interface ClientNames extends AddressNames {
  readonly fingerprint: string;
}

const NAMES_WIDTH = base62Width(2 * ID_BYTES);

const FORM = new RegExp(`^([0-9A-Za-z]{${NAMES_WIDTH}})-([0-9a-f]{12})(?:-[\\w-]{1,40})?$`);

/** What tells the credentials of a device apart: the beginning of a SHA-256 in hexadecimal digits. */
export const fingerprintOf = (hash: Buffer | string): string =>
  (typeof hash === 'string' ? Buffer.from(hash, 'base64url') : hash).toString('hex').slice(0, 12);

/** What begins all ids of a stage's clients. */
export const clientPrefix = (stage: string): string => `${serviceName(stage)}-`;

export function clientIdOf(stage: string, { tenantId, deviceId, fingerprint }: ClientNames): string {
  const names = encodeBase62(Buffer.concat([idBytes(tenantId), idBytes(deviceId)]), NAMES_WIDTH);
  return `${clientPrefix(stage)}${names}-${fingerprint}`;
}

/** Reads the id of a client; `undefined` if it is none of this stage. */
export function parseClientId(stage: string, id: string): ClientNames | undefined {
  const prefix = clientPrefix(stage);
  if (!id.startsWith(prefix)) return undefined;
  const [, names = '', fingerprint = ''] = FORM.exec(id.slice(prefix.length)) ?? [];
  const bytes = decodeBase62(names, 2 * ID_BYTES);
  const tenantId = bytes && readId(bytes, 0);
  const deviceId = bytes && readId(bytes, ID_BYTES);
  return tenantId && deviceId ? { tenantId, deviceId, fingerprint } : undefined;
}
