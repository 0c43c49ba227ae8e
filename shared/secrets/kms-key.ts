import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { CALL_LIMITS } from '../table/table.ts';
import type { Clock } from '../time.ts';
import { bytesAfter, type SecretKey, type SecretOwner } from './secret-key.ts';

const FORMAT = 'kms-1:';

/** KMS charges for each call. A disabled key signs for this long at most. */
const CACHED_MS = 15 * 60_000;
const MAXIMUM_CACHED = 1_000;

/** KMS's errors for what a key can never decrypt (AWS, "Decrypt"). */
const NEVER: readonly string[] = ['IncorrectKeyException', 'InvalidCiphertextException'];

/** A key of KMS, by its ARN or alias. Decrypted secrets stay in memory for 15 minutes. */
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
      return FORMAT + Buffer.from(CiphertextBlob).toString('base64');
    },
    async decrypt(encrypted, owner) {
      const CiphertextBlob = bytesAfter(FORMAT, encrypted);
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
        // Without the key's id, KMS would try any key that the role may use.
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
      requestTimeout: CALL_LIMITS.requestTimeoutMilliseconds, // ends with the headers
      throwOnRequestTimeout: true, // it would only warn
      socketTimeout: CALL_LIMITS.requestTimeoutMilliseconds,
    },
    maxAttempts: CALL_LIMITS.attempts,
  });
}
