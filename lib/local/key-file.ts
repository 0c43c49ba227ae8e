import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCAL_KEY_BYTES, localKeySetting } from '../../shared/lambda/connect-key.ts';
import type { SettingName } from '../../shared/lambda/settings.ts';
import { LocalServerError, reasonOf } from './local-server-error.ts';
import { makeFolder } from './make-folder.ts';

/**
 * The environment variables with the key that encrypts secrets. The key is in a file of the data folder that only its owner
 * can read, and the first start creates it. Without a data folder, each start makes a new key.
 */
export async function keyVariables(
  dataFolder: string | undefined,
): Promise<Partial<Record<SettingName, string>>> {
  const setting = localKeySetting(dataFolder === undefined ? newKey() : await storedKey(dataFolder));
  return {
    GUARD_WEBHOOK_ENCRYPTION_KEY: setting,
    GUARD_WEBHOOK_DECRYPTION_KEY: setting,
    GUARD_TOTP_ENCRYPTION_KEY: setting,
    GUARD_TOTP_DECRYPTION_KEY: setting,
    GUARD_AUDIT_SIGNING_KEY: setting,
    GUARD_IDENTITY_PROVIDER_ENCRYPTION_KEY: setting,
    GUARD_IDENTITY_PROVIDER_DECRYPTION_KEY: setting,
    GUARD_PUSH_ENCRYPTION_KEY: setting,
    GUARD_PUSH_DECRYPTION_KEY: setting,
    GUARD_PANEL_ENCRYPTION_KEY: setting,
    GUARD_PANEL_DECRYPTION_KEY: setting,
  };
}

const newKey = () => randomBytes(LOCAL_KEY_BYTES);

/** Reads the key of a data folder, in the form of a setting; `undefined` if there is none. */
export async function readStoredKey(dataFolder: string | undefined): Promise<string | undefined> {
  if (dataFolder === undefined) return undefined;
  return readFile(keyFile(dataFolder)).then(localKeySetting, () => undefined);
}

const keyFile = (dataFolder: string) => join(dataFolder, 'secrets.key');

async function storedKey(dataFolder: string): Promise<Buffer> {
  const file = keyFile(dataFolder);
  await makeFolder(dataFolder);
  try {
    await writeFile(file, newKey(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!isExisting(error))
      throw new LocalServerError(`${file} cannot be written: ${reasonOf(error)}.`, error);
  }
  const key = await readFile(file).catch((error: unknown) => {
    throw new LocalServerError(`${file} cannot be read: ${reasonOf(error)}.`, error);
  });
  if (key.length === LOCAL_KEY_BYTES) return key;
  throw new LocalServerError(
    `${file} is no key of ${LOCAL_KEY_BYTES} bytes. Delete it, and rotate the secrets of webhooks.`,
  );
}

const isExisting = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';
