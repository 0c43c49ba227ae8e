import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { installArgon2Addon } from '../../../../../lib/cdk/functions/function-assets.ts';

let cacheFolder = '';
beforeAll(async () => {
  cacheFolder = await mkdtemp(join(tmpdir(), 'guard-addon-'));
});
afterAll(() => rm(cacheFolder, { recursive: true, force: true }));

test('The folder of the argon2 addon contains the package and the addon of the architecture only', async () => {
  const folder = await installArgon2Addon({ architecture: 'arm64', cacheFolder });
  expect(await readdir(folder)).toEqual(['node_modules']);
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['@node-rs']);
  const packages = await readdir(join(folder, 'node_modules', '@node-rs'));
  expect(packages.sort()).toEqual(['argon2', 'argon2-linux-arm64-gnu']);
});

test('The argon2 that is installed for a function has the version that the project is tested with', async () => {
  const folder = await installArgon2Addon({ architecture: 'arm64', cacheFolder });
  const installed = await readFile(join(folder, 'node_modules/@node-rs/argon2/package.json'), 'utf8');
  const own = new URL('../../../../../node_modules/@node-rs/argon2/package.json', import.meta.url);
  expect(installed).toBe(await readFile(own, 'utf8'));
});

test('Concurrent installations of argon2 return the same folder and leave no other folder behind', async () => {
  const folders = await Promise.all(
    [1, 2, 3].map(() => installArgon2Addon({ architecture: 'x86_64', cacheFolder })),
  );
  expect(new Set(folders).size).toBe(1);
  expect((await readdir(cacheFolder)).every((name) => /^argon2-[\d.]+-(arm64|x86_64)$/.test(name))).toBe(
    true,
  );
});

test('Only the first installation of argon2 needs npm, and a failure of npm is reported', async () => {
  const otherFolder = await mkdtemp(join(tmpdir(), 'guard-addon-'));
  await installArgon2Addon({ architecture: 'arm64', cacheFolder });
  vi.stubEnv('PATH', '/nowhere');
  try {
    await expect(installArgon2Addon({ architecture: 'arm64', cacheFolder })).resolves.toBeTypeOf('string');
    await expect(installArgon2Addon({ architecture: 'arm64', cacheFolder: otherFolder })).rejects.toThrow(
      'npm could not install the argon2 addon',
    );
    expect(await readdir(otherFolder)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    await rm(otherFolder, { recursive: true, force: true });
  }
});
