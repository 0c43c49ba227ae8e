import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * `npm run --silent sbom`: the software bill of materials (CycloneDX, JSON) of what a stage and its console are built from,
 * which is `dependencies` in package.json and what these need. It reads the lockfile only, and needs neither a network nor
 * installed packages.
 *
 * `npm sbom --omit dev` would leave out each package that development needs, too, such as zod (npm/cli, issue 7909). So npm
 * lists a copy of the project that has no other dependencies.
 */

const LARGEST_OUTPUT_BYTES = 16 * 2 ** 20;
const SOURCES = new URL('../', import.meta.url);

const parent = await mkdtemp(join(tmpdir(), 'guard-sbom-'));
try {
  // npm names the list after the folder.
  const folder = join(parent, 'guard');
  await mkdir(folder);
  await cp(new URL('package-lock.json', SOURCES), join(folder, 'package-lock.json'));
  const { name, version, license, dependencies, overrides } = JSON.parse(
    await readFile(new URL('package.json', SOURCES), 'utf8'),
  );
  const manifest = { name, version, license, private: true, dependencies, overrides };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await npm(folder, 'install', '--package-lock-only', '--offline', '--no-audit', '--no-fund');
  const parameters = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  process.stdout.write(await npm(folder, 'sbom', ...parameters));
} finally {
  await rm(parent, { recursive: true, force: true });
}

async function npm(folder: string, ...parameters: string[]): Promise<string> {
  // `npm run` leaves its own prefix in the environment.
  const { stdout } = await promisify(execFile)('npm', [...parameters, `--prefix=${folder}`], {
    cwd: folder,
    shell: process.platform === 'win32',
    maxBuffer: LARGEST_OUTPUT_BYTES,
  });
  return stdout;
}
