import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RELEASE_FILE, readRelease } from '../../../../shared/lambda/release.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('A function reads its release from a file next to its code; without the file, the release is unknown', async () => {
  const folder = await temporaryFolder();
  expect(readRelease(folder)).toBeUndefined();
  expect(readRelease(undefined)).toBeUndefined();
  await writeFile(join(folder, RELEASE_FILE), '4f9c2b7\n');
  expect(readRelease(folder)).toBe('4f9c2b7');
});
