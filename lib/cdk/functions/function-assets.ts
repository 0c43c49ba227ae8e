import { existsSync } from 'node:fs';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileSystem, IgnoreMode } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { RELEASE_FILE } from '../../../shared/lambda/release.ts';
import type { FunctionArchitecture } from '../stage-settings.ts';
import { installArgon2Addon } from './argon2-addon.ts';
import { type BundledFunction, bundleFunctions } from './bundle.ts';

/** Puts the bundles of all functions into a folder. */
export type Bundle = (outputFolder: string) => Promise<BundledFunction[]>;

/** The folder that is deployed as a function's code, by function name. */
export type FunctionAssets = ReadonlyMap<string, string>;

const PACKAGES_FOLDER = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const CACHE_FOLDER = join(PACKAGES_FOLDER, '.cache/guard');

/**
 * Makes the deployable code of all functions in `outputFolder`: minified bundles, and beside those that hash
 * passwords the argon2 addon of the architecture, beside others the files that they read, and beside all the commit.
 */
export async function prepareFunctionAssets(options: {
  readonly outputFolder: string;
  readonly architecture: FunctionArchitecture;
  readonly commit: string;
  readonly bundle?: Bundle | undefined;
}): Promise<FunctionAssets> {
  const [functions, addonFolder] = await Promise.all([
    (options.bundle ?? bundleFunctions)(options.outputFolder),
    installArgon2Addon({ architecture: options.architecture, cacheFolder: CACHE_FOLDER }),
  ]);
  const hashing = functions.filter(({ hashesPasswords }) => hashesPasswords);
  await Promise.all(hashing.map(({ folder }) => cp(addonFolder, folder, { recursive: true })));
  await Promise.all(functions.map(copyFiles));
  await Promise.all(functions.map(({ folder }) => writeFile(join(folder, RELEASE_FILE), options.commit)));
  return new Map(functions.map(({ name, folder }) => [name, folder]));
}

/** The code finds them as it does where all packages are installed. */
async function copyFiles({ folder, files }: BundledFunction): Promise<void> {
  for (const file of files) await cp(join(PACKAGES_FOLDER, file), join(folder, 'node_modules', file));
}

/**
 * A function's code as CDK deploys it. Its hash, which names what is uploaded, is that of everything but the commit: code
 * that did not change is neither uploaded nor deployed again, and goes on naming the commit that it came with.
 */
export function deployedCode(folder: string): Code {
  return Code.fromAsset(folder, { assetHash: hashCode(folder) });
}

/** The hash of a function's code, whatever commit stands beside it. */
export function hashCode(folder: string): string {
  return FileSystem.fingerprint(folder, { exclude: [`/${RELEASE_FILE}`], ignoreMode: IgnoreMode.GIT });
}

/**
 * Removes code that an earlier synthesis left in this folder. CDK would take it for what it is about to stage, since it has
 * the same hash, and the commit in it is the earlier one, which may never have been deployed.
 */
export async function removeStagedCode(outputFolder: string): Promise<void> {
  const names = existsSync(outputFolder) ? await readdir(outputFolder) : [];
  const staged = names.filter((name) => existsSync(join(outputFolder, name, RELEASE_FILE)));
  await Promise.all(staged.map((name) => rm(join(outputFolder, name), { recursive: true })));
}
