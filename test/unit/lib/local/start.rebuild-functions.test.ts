import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { LocalServerError } from '../../../../lib/local/local-server-error.ts';
import { rebuildOnChange } from '../../../../lib/local/start.ts';
import { watchFolders } from '../../../../lib/local/watch-folders.ts';
import { eventually } from '../../../support/eventually.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
});

async function watchHere() {
  const onChange = vi.fn<() => void>();
  const watch = await watchFolders([folder], onChange);
  onTestFinished(() => watch.stop());
  return async (change: () => Promise<unknown>) => {
    onChange.mockClear();
    await change();
    await eventually(() => expect(onChange).toHaveBeenCalled());
  };
}

test('The local server notices source files that are written and replaced', async () => {
  await mkdir(join(folder, 'beneath'));
  const file = join(folder, 'beneath', 'file.ts');
  await writeFile(file, '1');
  const seen = await watchHere();
  await seen(() => writeFile(file, '2'));
  await writeFile(join(folder, 'new'), '3');
  await seen(() => rename(join(folder, 'new'), file));
  await seen(() => writeFile(file, '4'));
  await seen(() => rm(file));
  await seen(() => writeFile(file, '5'));
});

test('The local server notices changes in new and replaced source folders', async () => {
  const seen = await watchHere();
  const file = join(folder, 'a', 'b', 'file.ts');
  for (const text of ['first', 'second']) {
    await seen(() => mkdir(join(folder, 'a', 'b'), { recursive: true }));
    await seen(() => writeFile(file, text));
    await seen(() => rm(join(folder, 'a'), { recursive: true }));
  }
});

async function rebuildWith(build: () => Promise<string[]>) {
  const [onRebuilt, log] = [vi.fn<(names: string[]) => void>(), vi.fn<(line: string) => void>()];
  const watch = await rebuildOnChange({ builder: { build }, onRebuilt, log, folders: [folder] });
  onTestFinished(() => watch.stop());
  return { onRebuilt, log };
}

const change = () => writeFile(join(folder, 'file.ts'), '');

test('The local server reloads changed functions and logs them', async () => {
  const { onRebuilt, log } = await rebuildWith(async () => ['get-health', 'login']);
  await change();
  await eventually(() => expect(log).toHaveBeenCalledWith('rebuilt get-health, login'));
  expect(onRebuilt).toHaveBeenCalledWith(['get-health', 'login']);
});

test('A rebuild of the local server that changes no code logs nothing', async () => {
  const build = vi.fn(async (): Promise<string[]> => []);
  const { onRebuilt, log } = await rebuildWith(build);
  await change();
  await eventually(() => expect(build).toHaveBeenCalled());
  expect(onRebuilt).not.toHaveBeenCalled();
  expect(log).not.toHaveBeenCalled();
});

test.each([
  [
    new LocalServerError('The functions cannot be built: see above.'),
    'The functions cannot be built: see above.',
  ],
  [new Error('no space left.'), 'not rebuilt: no space left'],
])('The local server continues to rebuild functions after a failed build (%s)', async (error, line) => {
  let isFirst = true;
  const { onRebuilt, log } = await rebuildWith(async () => {
    if (!isFirst) return ['login'];
    isFirst = false;
    throw error;
  });
  await change();
  await eventually(() => expect(log).toHaveBeenCalledWith(line));
  await change();
  await eventually(() => expect(onRebuilt).toHaveBeenCalledWith(['login']));
});
