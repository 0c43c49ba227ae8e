import * as z from 'zod/mini';

/** How the setting names the store of the local server. Any other value is the name of a bucket. */
const LOCAL = 'local:';

const localStoreSchema = z.object({
  /** The folder with the files. */
  folder: z.string(),
  /** The URL of the server, without a slash at the end. */
  url: z.string(),
  /** Signs the URLs of pictures. */
  key: z.string(),
});

export type LocalStore = z.infer<typeof localStoreSchema>;

export const localStoreSetting = (store: LocalStore) =>
  LOCAL + Buffer.from(JSON.stringify(store)).toString('base64url');

/** Reads the local store from such a setting; `undefined` for any other setting. */
export function readLocalStore(setting: string): LocalStore | undefined {
  if (!setting.startsWith(LOCAL)) return undefined;
  const text = Buffer.from(setting.slice(LOCAL.length), 'base64url').toString();
  return localStoreSchema.parse(JSON.parse(text));
}
