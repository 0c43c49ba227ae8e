import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RELEASE_FILE, readRelease } from '../../../../shared/lambda/release.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guard-release-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('The release is the content of a file beside the code, and unknown without the file', async () => {
  expect(readRelease(folder)).toBeUndefined();
  expect(readRelease(undefined)).toBeUndefined();
  await writeFile(join(folder, RELEASE_FILE), '4f9c2b7\n');
  expect(readRelease(folder)).toBe('4f9c2b7');
});
