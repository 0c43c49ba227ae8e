import type { KeyAccess } from '../base/actor.ts';
import type { RandomBytes } from '../base/ids.ts';
import { ID_BYTES, idBytes, readId } from '../lambda/id-bytes.ts';
import { defineSecret } from '../lambda/secret.ts';

/**
 * The plain text of an API key, `<number>|guard_k_<secret>` (docs/api-contract.md, "Keys"). The secret contains the ids of
 * the tenant, the key and the site or device to which the key is bound, so that one call reads all of them.
 */
const KEY = defineSecret('guard_k_', 3 * ID_BYTES + 1);

/** The pattern of a key's secret, for a regular expression. */
export const KEY_SECRET_PATTERN = KEY.pattern;

/** The site or device to which an API key is bound. The key has no access to anything else. */
export interface Binding {
  readonly kind: 'site' | 'device';
  readonly id: string;
}

export interface KeyNames {
  readonly tenantId: string;
  readonly keyId: string;
  readonly access: KeyAccess;
  /** `undefined` if the key is bound to its tenant only. */
  readonly binding: Binding | undefined;
}

export interface ParsedKey extends KeyNames {
  readonly number: number;
  /** SHA-256 of the secret in base64url. Nothing else of the secret is stored. */
  readonly secretHash: string;
}

export interface IssuedKey extends ParsedKey {
  /** The credential of the machine. Only the response of the creation contains it. */
  readonly plainText: string;
}

/**
 * What the byte between the ids says about the access and the binding. New kinds are added at the end, because the byte of an
 * issued key stays; a release that does not know it rejects the key.
 */
const KINDS = [
  { access: 'report', bound: undefined },
  { access: 'report', bound: 'site' },
  { access: 'report', bound: 'device' },
  { access: 'read', bound: undefined },
  { access: 'read', bound: 'site' },
  { access: 'wall', bound: undefined },
  { access: 'wall', bound: 'site' },
] as const satisfies readonly { readonly access: KeyAccess; readonly bound: Binding['kind'] | undefined }[];
const NO_ID = new Uint8Array(ID_BYTES);

export function issueKey(
  { tenantId, keyId, access, binding }: KeyNames,
  randomBytes: RandomBytes,
): IssuedKey {
  const place = KINDS.findIndex((kind) => kind.access === access && kind.bound === binding?.kind);
  if (place < 0) throw new Error('Only a key that reports is bound to a device');
  const kind = Uint8Array.of(place);
  const names = Buffer.concat([
    idBytes(tenantId),
    idBytes(keyId),
    kind,
    binding ? idBytes(binding.id) : NO_ID,
  ]);
  const { number, secretHash, plainText } = KEY.issue(names, randomBytes);
  return { tenantId, keyId, access, binding, number, secretHash, plainText };
}

/** Parses the number and the secret of an API key; `undefined` if Guard cannot have issued the key. */
export function parseKey(numberText: string, secret: string): ParsedKey | undefined {
  const parsed = KEY.parse(numberText, secret);
  if (!parsed) return undefined;
  const { number, names, secretHash } = parsed;
  const tenantId = readId(names, 0);
  const keyId = readId(names, ID_BYTES);
  const kind = readKind(names.subarray(2 * ID_BYTES));
  if (!tenantId || !keyId || !kind) return undefined;
  return { tenantId, keyId, ...kind, number, secretHash };
}

/** Reads the access and the binding; `undefined` if the bytes are not valid. */
function readKind([place = 0, ...idBytesIn]: Uint8Array): Pick<KeyNames, 'access' | 'binding'> | undefined {
  const kind = KINDS[place];
  if (!kind) return undefined;
  const { access, bound } = kind;
  if (!bound) return idBytesIn.every((byte) => byte === 0) ? { access, binding: undefined } : undefined;
  const id = readId(Uint8Array.from(idBytesIn), 0);
  return id ? { access, binding: { kind: bound, id } } : undefined;
}
