import * as z from 'zod/mini';
import type { SecretKey, SecretOwner } from '../lambda/secret-key.ts';

/** The attribute with the encrypted client secret. It is outside `data`, so no index and no response contains it. */
export const CLIENT_SECRET = 'client_secret';

/** The stored client secret. It is always encrypted, because every stage has a key. */
export const clientSecretSchema = z.optional(z.object({ encrypted: z.string() }));

export interface StoredSecret {
  readonly encrypted: string;
}

interface Owner {
  readonly id: string;
  readonly tenant_id: string;
}

export async function encryptClientSecret(
  secret: string,
  provider: Owner,
  key: Pick<SecretKey, 'encrypt'>,
): Promise<StoredSecret> {
  return { encrypted: await key.encrypt(secret, ownerOf(provider)) };
}

/**
 * Decrypts the client secret; `undefined` for a client without one. Throws if the key can never decrypt it; entering the
 * secret again then helps.
 */
export async function decryptClientSecret(
  { entity, secret }: { readonly entity: Owner; readonly secret: StoredSecret | undefined },
  key: Pick<SecretKey, 'decrypt'>,
): Promise<string | undefined> {
  if (!secret) return undefined;
  const decrypted = await key.decrypt(secret.encrypted, ownerOf(entity));
  if (decrypted === undefined) throw new Error('The secret of the identity provider belongs to another key.');
  return decrypted;
}

const ownerOf = ({ id, tenant_id }: Owner): SecretOwner => ({ purpose: 'identity_provider', tenant_id, id });
