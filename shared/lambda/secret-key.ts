/**
 * The owner of an encrypted secret. The secret cannot be decrypted for another owner, so a copy of it in another item is
 * worthless. `purpose` restricts which roles of functions may decrypt it (lib/cdk/stage-key.ts). AWS logs these values, so
 * they contain nothing secret.
 */
export interface SecretOwner {
  readonly purpose: 'webhook' | 'totp' | 'identity_provider' | 'audit_seal' | 'push' | 'panel';
  readonly tenant_id: string;
  readonly id: string;
}

/**
 * Encrypts secrets that are stored. An encrypted secret begins with the name of its format, so that the format can change.
 */
export interface SecretKey {
  encrypt(secret: string, owner: SecretOwner): Promise<string>;
  /**
   * Resolves to `undefined` if this key can never decrypt the secret, because the secret belongs to another key or owner, or
   * is damaged. Throws if the key did not answer.
   */
  decrypt(encrypted: string, owner: SecretOwner): Promise<string | undefined>;
}

/** Returns the bytes after the name of the format; `undefined` if the secret has another format. */
export function bytesAfter(format: string, encrypted: string): Buffer | undefined {
  return encrypted.startsWith(format) ? Buffer.from(encrypted.slice(format.length), 'base64') : undefined;
}
