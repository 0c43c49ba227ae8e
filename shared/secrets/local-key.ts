import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { bytesAfter, type SecretKey, type SecretOwner } from './secret-key.ts';

const FORMAT = 'local-1:';
const ALGORITHM = 'aes-256-gcm';
export const LOCAL_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key of the local server. */
export function localKey(key: Uint8Array): SecretKey {
  return {
    async encrypt(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(dataOf(owner));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return FORMAT + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    async decrypt(encrypted, owner) {
      const bytes = bytesAfter(FORMAT, encrypted);
      if (!bytes) return undefined;
      const [nonce, tag, text] = [
        bytes.subarray(0, NONCE_BYTES),
        bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
        bytes.subarray(NONCE_BYTES + TAG_BYTES),
      ];
      try {
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(dataOf(owner)).setAuthTag(tag);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString();
      } catch {
        return undefined;
      }
    },
  };
}

const dataOf = ({ purpose, tenant_id, id }: SecretOwner) => Buffer.from(`${purpose}/${tenant_id}/${id}`);
