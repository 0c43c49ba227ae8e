/** Settings name a key in these ways. Anything else is the ARN or alias of a key of KMS. */

/** The setting of a function that stores secrets in plain text. */
export const NO_KEY = 'none';

const LOCAL = 'local:';

/** The setting of a key of the local server. */
export const localKeySetting = (key: Uint8Array) => LOCAL + Buffer.from(key).toString('base64');

/** The key of such a setting; `undefined` for others. */
export const readLocalKey = (setting: string): Buffer | undefined =>
  setting.startsWith(LOCAL) ? Buffer.from(setting.slice(LOCAL.length), 'base64') : undefined;
