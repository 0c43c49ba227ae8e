import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FileSystem, IgnoreMode } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import { RELEASE_FILE } from '../../../shared/lambda/release.ts';
import type { FunctionArchitecture } from '../stage-settings.ts';
import { type BundledFunction, bundleFunctions } from './bundle.ts';

/** Writes the bundles of all functions into a folder. */
export type Bundle = (outputFolder: string) => Promise<BundledFunction[]>;

/** The folder with the deployed code of each function, by name. */
export type FunctionAssets = ReadonlyMap<string, string>;

const PACKAGES_FOLDER = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const CACHE_FOLDER = join(PACKAGES_FOLDER, '.cache/guard');

/**
 * Writes the code of all functions into `outputFolder`: the bundle, the commit, and the argon2 addon or files of packages if
 * a function needs them.
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

/** Copies files of packages to the same paths that they have where the packages are installed. */
async function copyFiles({ folder, files }: BundledFunction): Promise<void> {
  for (const file of files) await cp(join(PACKAGES_FOLDER, file), join(folder, 'node_modules', file));
}

/**
 * Makes a CDK asset of a function's code. Its hash leaves out the commit, so that unchanged code is not deployed again, and
 * keeps the commit of its first deployment.
 */
export function deployedCode(folder: string): Code {
  return Code.fromAsset(folder, { assetHash: hashCode(folder) });
}

/** The hash of a function's code, without the commit. */
export function hashCode(folder: string): string {
  return FileSystem.fingerprint(folder, { exclude: [`/${RELEASE_FILE}`], ignoreMode: IgnoreMode.GIT });
}

/**
 * Removes the code of an earlier synthesis of this folder. The CDK would reuse code with the same hash, together with its
 * earlier commit, which may never have been deployed.
 */
export async function removeStagedCode(outputFolder: string): Promise<void> {
  const names = existsSync(outputFolder) ? await readdir(outputFolder) : [];
  const staged = names.filter((name) => existsSync(join(outputFolder, name, RELEASE_FILE)));
  await Promise.all(staged.map((name) => rm(join(outputFolder, name), { recursive: true })));
}

const PACKAGE = '@node-rs/argon2';
const ADDON_PACKAGES: Readonly<Record<FunctionArchitecture, string>> = {
  arm64: `${PACKAGE}-linux-arm64-gnu`,
  x86_64: `${PACKAGE}-linux-x64-gnu`,
};

const lockedPackageSchema = z.object({
  version: z.string(),
  integrity: z.string(),
  // An option of npm leaves this field out.
  resolved: z.string().optional(),
});
const lockfileSchema = z.object({ packages: z.record(z.string(), z.unknown()) });

type LockedPackage = z.infer<typeof lockedPackageSchema>;

/**
 * Installs the argon2 package with the native addon for this architecture of Lambda (Amazon Linux has glibc), on any machine
 * and without compiling. npm verifies the version and integrity against package-lock.json. Resolves to a folder that only
 * contains `node_modules`. The first run for a version and architecture needs the network. Concurrent runs do not disturb
 * each other.
 */
export async function installArgon2Addon(options: {
  readonly architecture: FunctionArchitecture;
  readonly cacheFolder: string;
}): Promise<string> {
  const locked = await readLockedPackages([PACKAGE, ADDON_PACKAGES[options.architecture]]);
  const version = locked.get(PACKAGE)?.version;
  const folder = join(options.cacheFolder, `argon2-${version}-${options.architecture}`);
  if (existsSync(folder)) return folder;

  await mkdir(options.cacheFolder, { recursive: true });
  const workFolder = await mkdtemp(join(options.cacheFolder, 'argon2-'));
  try {
    await installLocked(locked, workFolder);
    // Only the packages are kept, without npm's own files.
    await mkdir(join(workFolder, 'result', 'node_modules'), { recursive: true });
    await rename(
      join(workFolder, 'node_modules', '@node-rs'),
      join(workFolder, 'result', 'node_modules', '@node-rs'),
    );
    await moveIntoPlace(join(workFolder, 'result'), folder);
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
  return folder;
}

async function readLockedPackages(names: readonly string[]): Promise<Map<string, LockedPackage>> {
  const text = await readFile(new URL('../../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = lockfileSchema.parse(JSON.parse(text));
  return new Map(
    names.map((name) => {
      const entry = packages[`node_modules/${name}`];
      if (entry === undefined) throw new Error(`package-lock.json does not hold ${name}.`);
      return [name, lockedPackageSchema.parse(entry)];
    }),
  );
}

/**
 * Installs both packages as ordinary dependencies of a reduced project, whose lockfile does not name the machine of the
 * addon. Otherwise npm would silently skip an optional dependency that it cannot fetch, and would reject an addon for another
 * machine.
 */
async function installLocked(locked: ReadonlyMap<string, LockedPackage>, folder: string): Promise<void> {
  const dependencies = Object.fromEntries([...locked].map(([name, { version }]) => [name, version]));
  const manifest = { name: 'argon2-addon', version: '0.0.0', private: true, dependencies };
  const lockedEntries = [...locked].map(([name, entry]) => [`node_modules/${name}`, entry]);
  await writeJson(join(folder, 'package.json'), manifest);
  await writeJson(join(folder, 'package-lock.json'), {
    ...manifest,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(lockedEntries) },
  });
  await npm([
    'ci',
    `--prefix=${folder}`, // `npm run` leaves its own prefix in the environment
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]);
}

async function npm(parameters: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)('npm', parameters, { shell: process.platform === 'win32' });
  } catch (cause) {
    const output = z.object({ stderr: z.string() }).safeParse(cause);
    const reason = output.data?.stderr.trim() || String(cause);
    throw new Error(`npm could not install the argon2 addon:\n${reason}`, { cause });
  }
}

async function moveIntoPlace(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    // If a concurrent run was faster, its result is the same.
    if (!existsSync(to)) throw error;
  }
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, JSON.stringify(value, null, 2));
}
