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

/** Writes the bundles of all functions into a folder. */
export type Bundle = (outputFolder: string) => Promise<BundledFunction[]>;

/** The folder with the deployed code of each function, by name. */
export type FunctionAssets = ReadonlyMap<string, string>;

const PACKAGES_FOLDER = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const CACHE_FOLDER = join(PACKAGES_FOLDER, '.cache/guard');

/**
 * Writes the code of all functions into `outputFolder`: the bundle, the commit, and the argon2 addon or the package files if
 * the function needs them.
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

/** Copies files to the same paths as in an installation of the packages. */
async function copyFiles({ folder, files }: BundledFunction): Promise<void> {
  for (const file of files) await cp(join(PACKAGES_FOLDER, file), join(folder, 'node_modules', file));
}

/**
 * A function's code as a CDK asset. Its hash does not include the commit: unchanged code is not deployed again, and keeps the
 * commit of its first deployment.
 */
export function deployedCode(folder: string): Code {
  return Code.fromAsset(folder, { assetHash: hashCode(folder) });
}

/** The hash of a function's code, without the commit. */
export function hashCode(folder: string): string {
  return FileSystem.fingerprint(folder, { exclude: [`/${RELEASE_FILE}`], ignoreMode: IgnoreMode.GIT });
}

/**
 * Removes the code of an earlier synthesis from this folder. CDK would reuse code with the same hash, together with the
 * earlier commit, which may never have been deployed.
 */
export async function removeStagedCode(outputFolder: string): Promise<void> {
  const names = existsSync(outputFolder) ? await readdir(outputFolder) : [];
  const staged = names.filter((name) => existsSync(join(outputFolder, name, RELEASE_FILE)));
  await Promise.all(staged.map((name) => rm(join(outputFolder, name), { recursive: true })));
}
