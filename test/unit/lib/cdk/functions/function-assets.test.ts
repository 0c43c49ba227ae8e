import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  hashCode,
  installArgon2Addon,
  removeStagedCode,
} from '../../../../../lib/cdk/functions/function-assets.ts';

describe('functionAssets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guard-assets-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function write(files: Readonly<Record<string, string>>): string {
    const path = mkdtempSync(join(folder, 'code-'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text);
    }
    return path;
  }

  const code = { 'index.mjs': 'code', 'node_modules/a/release.txt': 'file of a package' };
  const before = hashCode(write({ ...code, 'release.txt': 'aaaaaaa' }));

  test('The hash of a function’s code does not depend on the commit, so that unchanged code is not deployed again', () => {
    expect(hashCode(write({ ...code, 'release.txt': 'bbbbbbb' }))).toBe(before);
    expect(hashCode(write(code))).toBe(before);
  });

  test('The hash of a function’s code changes if any file in its folder changes, except the file with the commit', () => {
    expect(hashCode(write({ ...code, 'index.mjs': 'other' }))).not.toBe(before);
    expect(hashCode(write({ ...code, 'node_modules/a/release.txt': 'other' }))).not.toBe(before);
  });

  test('Preparing the code of functions deletes only function code of an earlier synthesis in the output folder', async () => {
    const output = write({
      'asset.1/release.txt': 'aaaaaaa',
      'asset.1/index.mjs': 'code',
      'asset.2/layer.zip': 'another asset',
      'manifest.json': '{}',
    });
    await removeStagedCode(output);
    expect(['asset.1', 'asset.2', 'manifest.json'].map((name) => existsSync(join(output, name)))).toEqual([
      false,
      true,
      true,
    ]);
    await expect(removeStagedCode(join(output, 'not-there'))).resolves.toBeUndefined();
  });
});

describe('argon2Addon', () => {
  let cacheFolder = '';
  beforeAll(async () => {
    cacheFolder = await mkdtemp(join(tmpdir(), 'guard-addon-'));
  });
  afterAll(() => rm(cacheFolder, { recursive: true, force: true }));

  test('The folder of the argon2 addon contains only the package and its binary for the chosen processor architecture', async () => {
    const folder = await installArgon2Addon({ architecture: 'arm64', cacheFolder });
    expect(await readdir(folder)).toEqual(['node_modules']);
    expect(await readdir(join(folder, 'node_modules'))).toEqual(['@node-rs']);
    const packages = await readdir(join(folder, 'node_modules', '@node-rs'));
    expect(packages.sort()).toEqual(['argon2', 'argon2-linux-arm64-gnu']);
  });

  test('The argon2 version that a deployed function uses is the version in the project’s node_modules, with which the tests run', async () => {
    const folder = await installArgon2Addon({ architecture: 'arm64', cacheFolder });
    const installed = await readFile(join(folder, 'node_modules/@node-rs/argon2/package.json'), 'utf8');
    const own = new URL('../../../../../node_modules/@node-rs/argon2/package.json', import.meta.url);
    expect(installed).toBe(await readFile(own, 'utf8'));
  });

  test('Concurrent installations of argon2 return the same folder and leave no other folder behind', async () => {
    const folders = await Promise.all(
      [1, 2].map(() => installArgon2Addon({ architecture: 'x86_64', cacheFolder })),
    );
    expect(new Set(folders).size).toBe(1);
    expect((await readdir(cacheFolder)).every((name) => /^argon2-[\d.]+-(arm64|x86_64)$/.test(name))).toBe(
      true,
    );
  });

  test('Only the first installation of argon2 runs npm, and a failure of npm is reported', async () => {
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
});
