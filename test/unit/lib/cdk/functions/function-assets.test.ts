import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hashCode, removeStagedCode } from '../../../../../lib/cdk/functions/function-assets.ts';

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

test('The hash of a function’s code is the same for every commit, so that unchanged code is not deployed again', () => {
  expect(hashCode(write({ ...code, 'release.txt': 'bbbbbbb' }))).toBe(before);
  expect(hashCode(write(code))).toBe(before);
});

test('The hash of a function’s code changes with the code and with a file next to it', () => {
  expect(hashCode(write({ ...code, 'index.mjs': 'other' }))).not.toBe(before);
  expect(hashCode(write({ ...code, 'node_modules/a/release.txt': 'other' }))).not.toBe(before);
});

test('Staging the code of functions removes only the staged code of an earlier synthesis', async () => {
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
