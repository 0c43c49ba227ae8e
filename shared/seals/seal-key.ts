import { isSameHash } from '../secrets/secret.ts';
import type { SecretKey, SecretOwner } from '../secrets/secret-key.ts';
import type { Seal, SealKey } from './seal.ts';

/**
 * Signs with the key that encrypts secrets. The signature is the encrypted hash: authenticated encryption, bound to tenant,
 * number and hash, which only the sealing function may make. Unlike a key for signatures it costs nothing more each month,
 * and CloudTrail keeps the hash of each seal with the call.
 */
export function sealKeyOf(key: SecretKey): SealKey {
  return {
    sign: (seal) => key.encrypt(seal.hash, ownerOf(seal)),
    async verify(seal) {
      const signed = await key.decrypt(seal.signature, ownerOf(seal));
      return signed !== undefined && isSameHash(signed, seal.hash);
    },
  };
}

const ownerOf = ({ tenant_id, number, hash }: Omit<Seal, 'signature'>): SecretOwner => ({
  purpose: 'audit_seal',
  tenant_id,
  id: `${number}/${hash}`,
});
