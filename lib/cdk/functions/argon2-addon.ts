import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { FunctionArchitecture } from '../stage-settings.ts';

const PACKAGE = '@node-rs/argon2';
const ADDON_PACKAGES: Readonly<Record<FunctionArchitecture, string>> = {
  arm64: `${PACKAGE}-linux-arm64-gnu`,
  x86_64: `${PACKAGE}-linux-x64-gnu`,
};

const lockedPackageSchema = z.object({
  version: z.string(),
  integrity: z.string(),
  // An option of npm omits it.
  resolved: z.string().optional(),
});
const lockfileSchema = z.object({ packages: z.record(z.string(), z.unknown()) });

type LockedPackage = z.infer<typeof lockedPackageSchema>;

/**
 * Installs the argon2 package with the native addon for this architecture of Lambda (Amazon Linux has glibc), on any machine
 * and without a build. npm verifies version and integrity against package-lock.json.
 *
 * Resolves to a folder that contains only `node_modules`. The first run for a version and architecture needs the network.
 * Concurrent runs do not disturb each other.
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
    // Only the packages, without npm's own files.
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
 * Both packages are plain dependencies of a reduced project, and its lockfile does not name the machine of the addon. npm would
 * silently skip an optional dependency that it cannot fetch, and would reject an addon for another machine.
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
    // A concurrent run was faster, with the same result.
    if (!existsSync(to)) throw error;
  }
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, JSON.stringify(value, null, 2));
}
