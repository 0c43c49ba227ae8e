import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keyVariables } from '../../../../lib/local/key-file.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guard-key-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('The local server’s first start creates an encryption key in the data folder, in a file that only its owner can read', async () => {
  const folder = join(await newFolder(), 'data');
  const first = await keyVariables(folder);
  expect(first.GUARD_WEBHOOK_ENCRYPTION_KEY).toMatch(/^local:[\w+/]{43}=$/);
  expect((await stat(join(folder, 'secrets.key'))).mode & 0o777).toBe(0o600);
  expect(await keyVariables(folder)).toEqual(first);
  expect(await keyVariables(join(folder, 'other'))).not.toEqual(first);
});

test('A local server with data in memory creates a new encryption key at each start', async () => {
  expect(await keyVariables(undefined)).not.toEqual(await keyVariables(undefined));
});

test('The local server does not start if the file with its encryption key is damaged', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'secrets.key'), 'short');
  await expect(keyVariables(folder)).rejects.toThrow('is no key of 32 bytes');
});
