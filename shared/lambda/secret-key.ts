/**
 * The owner of an encrypted secret. The secret cannot be decrypted for another owner, so a copy of it in another item is
 * worthless. `purpose` limits the roles of functions (lib/cdk/stage-key.ts). AWS logs these values: they contain nothing
 * secret.
 */
export interface SecretOwner {
  readonly purpose: 'webhook' | 'totp' | 'identity_provider' | 'audit_seal' | 'push';
  readonly tenant_id: string;
  readonly id: string;
}

/** A key that encrypts secrets at rest. An encrypted secret begins with its format, so that formats can change. */
export interface SecretKey {
  encrypt(secret: string, owner: SecretOwner): Promise<string>;
  /**
   * Resolves to `undefined` if this key can never decrypt it: it belongs to another key or owner, or is damaged. Throws if the
   * key did not answer.
   */
  decrypt(encrypted: string, owner: SecretOwner): Promise<string | undefined>;
}

/** The bytes after the format; `undefined` in another format. */
export function bytesAfter(format: string, encrypted: string): Buffer | undefined {
  return encrypted.startsWith(format) ? Buffer.from(encrypted.slice(format.length), 'base64') : undefined;
}
