import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeFunctionsFolder } from '../../../../lib/local/functions-folder.ts';
import { PROJECT_FOLDER } from '../../../../lib/local/settings.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let parent = '';

beforeEach(async () => {
  parent = await temporaryFolder();
});

test('The local server builds functions in a temporary folder, because the project may be read-only', async () => {
  const folder = await makeFunctionsFolder();
  onTestFinished(() => folder.remove());
  expect(dirname(folder.path)).toBe(tmpdir());
  expect(relative(PROJECT_FOLDER, folder.path)).toMatch(/^\.\./);
});

test('Each local server has its own folder for functions and removes it', async () => {
  const [first, second] = [await makeFunctionsFolder(parent), await makeFunctionsFolder(parent)];
  expect(first.path).not.toBe(second.path);
  await first.remove();
  await expect(stat(first.path)).rejects.toThrow();
  expect((await stat(second.path)).isDirectory()).toBe(true);
});

test('The next local server removes the folder for functions of a killed server', async () => {
  const killed = spawn(process.execPath, ['--eval', '']);
  await once(killed, 'exit');
  await mkdir(join(parent, `guard-functions-${killed.pid}-abcdef`));
  await mkdir(join(parent, `unrelated-${killed.pid}-abcdef`));
  const { path } = await makeFunctionsFolder(parent);
  expect((await readdir(parent)).sort()).toEqual(
    [relative(parent, path), `unrelated-${killed.pid}-abcdef`].sort(),
  );
});

test('If temporary files cannot be written, the error of the local server names the setting', async () => {
  const file = join(parent, 'file');
  await writeFile(file, '');
  await expect(makeFunctionsFolder(file)).rejects.toThrow(
    /^The folder \S+ for temporary files cannot be written: .* TMPDIR /,
  );
});
