import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FunctionArchitecture, installArgon2Addon } from './argon2-addon.ts';
import { type BundledFunction, bundleFunctions } from './bundle.ts';

/** The folder that is deployed as a function's code, by function name. */
export type FunctionAssets = ReadonlyMap<string, string>;

const PACKAGES_FOLDER = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const CACHE_FOLDER = join(PACKAGES_FOLDER, '.cache/guard');

/**
 * Makes the deployable code of all functions in `outputFolder`: minified bundles, and beside those that hash
 * passwords the argon2 addon of the architecture, beside others the files that they read. CDK hashes what a folder holds, so that a function whose code
 * did not change is not deployed again.
 */
export async function prepareFunctionAssets(options: {
  readonly outputFolder: string;
  readonly architecture: FunctionArchitecture;
}): Promise<FunctionAssets> {
  const [functions, addonFolder] = await Promise.all([
    bundleFunctions(options.outputFolder),
    installArgon2Addon({ architecture: options.architecture, cacheFolder: CACHE_FOLDER }),
  ]);
  const hashing = functions.filter(({ hashesPasswords }) => hashesPasswords);
  await Promise.all(hashing.map(({ folder }) => cp(addonFolder, folder, { recursive: true })));
  await Promise.all(functions.map(copyFiles));
  return new Map(functions.map(({ name, folder }) => [name, folder]));
}

/** The code finds them as it does where all packages are installed. */
async function copyFiles({ folder, files }: BundledFunction): Promise<void> {
  for (const file of files) await cp(join(PACKAGES_FOLDER, file), join(folder, 'node_modules', file));
}
