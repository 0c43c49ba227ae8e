import type { RandomBytes } from '../ids.ts';
import { ID_BYTES, idBytes, readId } from '../secrets/id-bytes.ts';
import { defineSecret } from '../secrets/secret.ts';

/**
 * The plain text of a key, `<number>|guard_k_<secret>` (docs/api-contract.md, "Keys"). Its secret contains the ids of
 * the tenant, the key and the binding, so that one call reads all of them.
 */
const KEY = defineSecret('guard_k_', 3 * ID_BYTES + 1);

/** The pattern of a key's secret, for a regular expression. */
export const KEY_SECRET_PATTERN = KEY.pattern;

/** The site or device that a key is bound to. The key has no access to anything else. */
export interface Binding {
  readonly kind: 'site' | 'device';
  readonly id: string;
}

export interface KeyNames {
  readonly tenantId: string;
  readonly keyId: string;
  /** `undefined` if it is bound to its tenant only. */
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

/** The meaning of the byte between the ids. */
const BINDING_KINDS = [undefined, 'site', 'device'] as const;
const NO_ID = new Uint8Array(ID_BYTES);

export function issueKey({ tenantId, keyId, binding }: KeyNames, randomBytes: RandomBytes): IssuedKey {
  const kind = Uint8Array.of(BINDING_KINDS.indexOf(binding?.kind));
  const names = Buffer.concat([
    idBytes(tenantId),
    idBytes(keyId),
    kind,
    binding ? idBytes(binding.id) : NO_ID,
  ]);
  const { number, secretHash, plainText } = KEY.issue(names, randomBytes);
  return { tenantId, keyId, binding, number, secretHash, plainText };
}

/** Parses a number and a secret. `undefined` if Guard cannot have issued the key. */
export function parseKey(numberText: string, secret: string): ParsedKey | undefined {
  const parsed = KEY.parse(numberText, secret);
  if (!parsed) return undefined;
  const { number, names, secretHash } = parsed;
  const tenantId = readId(names, 0);
  const keyId = readId(names, ID_BYTES);
  const bound = readBinding(names.subarray(2 * ID_BYTES));
  if (!tenantId || !keyId || !bound) return undefined;
  return { tenantId, keyId, binding: bound.binding, number, secretHash };
}

/** `undefined` if the bytes are not a valid binding. */
function readBinding(bytes: Uint8Array): { binding: Binding | undefined } | undefined {
  const [place = 0] = bytes;
  const idIn = bytes.subarray(1);
  if (place === 0) return idIn.every((byte) => byte === 0) ? { binding: undefined } : undefined;
  const kind = BINDING_KINDS[place];
  const id = readId(idIn, 0);
  return kind && id ? { binding: { kind, id } } : undefined;
}
