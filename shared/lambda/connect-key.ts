import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import type { Clock } from '../base/time.ts';
import { CALL_LIMITS } from '../table/table.ts';
import { bytesAfter, type SecretKey, type SecretOwner } from './secret-key.ts';

const connected = new Map<string, SecretKey>();

/** Returns the key that a setting names. All runs of a function share the key and its cache. */
export function connectKey(setting: string, clock: Clock): SecretKey {
  const known = connected.get(setting);
  if (known) return known;
  const local = readLocalKey(setting);
  const key = local ? localKey(local) : kmsKey(setting, clock);
  connected.set(setting, key);
  return key;
}

const KMS_FORMAT = 'kms-1:';

/**
 * How long a decrypted secret is kept, because KMS charges for each call. After a key is disabled, it still signs for this
 * long at most.
 */
const CACHED_MS = 15 * 60_000;
const MAXIMUM_CACHED = 1_000;

/** The errors by which KMS says that a key can never decrypt something (AWS, "Decrypt"). */
const NEVER: readonly string[] = ['IncorrectKeyException', 'InvalidCiphertextException'];

/** A key of KMS, named by its ARN or alias. Decrypted secrets stay in memory for 15 minutes. */
export function kmsKey(
  KeyId: string,
  clock: Clock,
  kms: Pick<KMSClient, 'send'> = connect(KeyId),
): SecretKey {
  const cached = new Map<string, string>();
  let cachedSince = clock().getTime();
  return {
    async encrypt(secret, owner) {
      const Plaintext = Buffer.from(secret);
      const { CiphertextBlob } = await kms.send(
        new EncryptCommand({ KeyId, Plaintext, ...contextOf(owner) }),
      );
      if (!CiphertextBlob) throw new Error('KMS encrypted nothing.');
      return KMS_FORMAT + Buffer.from(CiphertextBlob).toString('base64');
    },
    async decrypt(encrypted, owner) {
      const CiphertextBlob = bytesAfter(KMS_FORMAT, encrypted);
      if (!CiphertextBlob) return undefined;
      const now = clock().getTime();
      if (now - cachedSince >= CACHED_MS || cached.size >= MAXIMUM_CACHED) {
        cached.clear();
        cachedSince = now;
      }
      const name = JSON.stringify([owner.purpose, owner.tenant_id, owner.id, encrypted]);
      const known = cached.get(name);
      if (known !== undefined) return known;
      try {
        // Without this id, KMS would try any key that the role may use.
        const { Plaintext } = await kms.send(
          new DecryptCommand({ KeyId, CiphertextBlob, ...contextOf(owner) }),
        );
        if (!Plaintext) throw new Error('KMS decrypted nothing.');
        const secret = Buffer.from(Plaintext).toString();
        cached.set(name, secret);
        return secret;
      } catch (error) {
        if (error instanceof Error && NEVER.includes(error.name)) return undefined;
        throw error;
      }
    },
  };
}

const contextOf = ({ purpose, tenant_id, id }: SecretOwner) => ({
  EncryptionContext: { purpose, tenant_id, id },
});

/** Connects to KMS in the key's own region if its ARN names the region. */
function connect(keyId: string): KMSClient {
  const region = /^arn:[\w-]+:kms:([\w-]+):/.exec(keyId)?.[1];
  return new KMSClient({
    ...(region === undefined ? {} : { region }),
    requestHandler: {
      connectionTimeout: CALL_LIMITS.connectionTimeoutMilliseconds,
      requestTimeout: CALL_LIMITS.requestTimeoutMilliseconds, // covers the time to the response headers
      throwOnRequestTimeout: true, // without this, a timeout only causes a warning
      socketTimeout: CALL_LIMITS.requestTimeoutMilliseconds,
    },
    maxAttempts: CALL_LIMITS.attempts,
  });
}

const LOCAL_FORMAT = 'local-1:';
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
      return LOCAL_FORMAT + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    async decrypt(encrypted, owner) {
      const bytes = bytesAfter(LOCAL_FORMAT, encrypted);
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

/** How settings name a key of the local server. Any other value is the ARN or alias of a key of KMS. */

const LOCAL = 'local:';

/** Makes the setting that names a key of the local server. */
export const localKeySetting = (key: Uint8Array) => LOCAL + Buffer.from(key).toString('base64');

/** Reads the key from such a setting; `undefined` for any other setting. */
const readLocalKey = (setting: string): Buffer | undefined =>
  setting.startsWith(LOCAL) ? Buffer.from(setting.slice(LOCAL.length), 'base64') : undefined;
