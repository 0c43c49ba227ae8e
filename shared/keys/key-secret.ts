import type { RandomBytes } from '../ids.ts';
import { ID_BYTES, idBytes, readId } from '../secrets/id-bytes.ts';
import { defineSecret } from '../secrets/secret.ts';

/**
 * The plain text of a key, `<number>|guard_k_<secret>` (docs/api-contract.md, "Keys"). Its secret names the tenant, the
 * key and what the key is bound to, so that all of them are read at once.
 */
const KEY = defineSecret('guard_k_', 3 * ID_BYTES + 1);

/** A key's secret, as part of a regular expression. */
export const KEY_SECRET_PATTERN = KEY.pattern;

/** What a key is bound to: only there may it do anything. */
export interface Binding {
  readonly kind: 'site' | 'device';
  readonly id: string;
}

/** Which key it is, and what it names. */
export interface KeyNames {
  readonly tenantId: string;
  readonly keyId: string;
  /** `undefined` where it is bound to nothing but its tenant. */
  readonly binding: Binding | undefined;
}

export interface ParsedKey extends KeyNames {
  readonly number: number;
  /** SHA-256 of the secret in base64url: the only trace of it that is ever stored. */
  readonly secretHash: string;
}

export interface IssuedKey extends ParsedKey {
  /** What the machine presents. It exists only in the response that hands it out. */
  readonly plainText: string;
}

/** What the byte between the ids says, by its value. */
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

/** The key of a number and a secret of its form, or `undefined` where it cannot be one that Guard issued. */
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

/** `undefined` where the bytes say nothing that a key can be bound to. */
function readBinding(bytes: Uint8Array): { binding: Binding | undefined } | undefined {
  const [place = 0] = bytes;
  const idIn = bytes.subarray(1);
  if (place === 0) return idIn.every((byte) => byte === 0) ? { binding: undefined } : undefined;
  const kind = BINDING_KINDS[place];
  const id = readId(idIn, 0);
  return kind && id ? { binding: { kind, id } } : undefined;
}
