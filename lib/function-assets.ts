import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type FunctionArchitecture, installArgon2Addon } from './argon2-addon.ts';
import { bundleFunctions } from './bundle.ts';

/** The folder that is deployed as a function's code, by function name. */
export type FunctionAssets = ReadonlyMap<string, string>;

const CACHE_FOLDER = fileURLToPath(new URL('../node_modules/.cache/guard', import.meta.url));

/**
 * Makes the deployable code of all functions in `outputFolder`: minified bundles, and beside those that hash
 * passwords the argon2 addon of the architecture. CDK hashes what a folder holds, so that a function whose code
 * did not change is not deployed again.
 */
export async function prepareFunctionAssets(options: {
  readonly outputFolder: string;
  readonly architecture: FunctionArchitecture;
}): Promise<FunctionAssets> {
  const [functions, addonFolder] = await Promise.all([
    bundleFunctions({ outputFolder: options.outputFolder, minify: true }),
    installArgon2Addon({ architecture: options.architecture, cacheFolder: CACHE_FOLDER }),
  ]);
  const hashing = functions.filter(({ hashesPasswords }) => hashesPasswords);
  await Promise.all(hashing.map(({ folder }) => cp(addonFolder, folder, { recursive: true })));
  return new Map(functions.map(({ name, folder }) => [name, folder]));
}
