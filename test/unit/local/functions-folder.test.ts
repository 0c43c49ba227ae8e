import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeFunctionsFolder } from '../../../lib/local/functions-folder.ts';
import { PROJECT_FOLDER } from '../../../lib/local/settings.ts';

/** Beneath the project, in a folder that git ignores. */
const DATA_FOLDER = join(PROJECT_FOLDER, '.guard', `test-${process.pid}`);

async function make(dataFolder: string | undefined) {
  const folder = await makeFunctionsFolder(dataFolder);
  onTestFinished(async () => {
    await folder.remove();
    await rm(DATA_FOLDER, { recursive: true, force: true });
  });
  return folder;
}

describe('the folder of bundles', () => {
  it('lies in the data folder where that is beneath the project', async () => {
    const { path } = await make(DATA_FOLDER);
    expect(dirname(path)).toBe(join(DATA_FOLDER, 'functions'));
  });

  it.each([undefined, tmpdir(), dirname(PROJECT_FOLDER)])(
    'lies beneath the project for data in %s',
    async (data) => {
      const { path } = await make(data);
      expect(relative(PROJECT_FOLDER, dirname(path))).toBe(join('.guard', 'functions'));
    },
  );

  it('is each server’s own, and gone with it', async () => {
    const [first, second] = [await make(DATA_FOLDER), await make(DATA_FOLDER)];
    expect(first.path).not.toBe(second.path);
    await first.remove();
    await expect(stat(first.path)).rejects.toThrow();
    expect((await stat(second.path)).isDirectory()).toBe(true);
  });

  it('takes the place of one that a killed server left', async () => {
    const killed = spawn(process.execPath, ['--eval', '']);
    await once(killed, 'exit');
    const functions = join(DATA_FOLDER, 'functions');
    await mkdir(join(functions, `${killed.pid}-abcdef`), { recursive: true });
    await mkdir(join(functions, 'unrelated'));
    const { path } = await make(DATA_FOLDER);
    expect((await readdir(functions)).sort()).toEqual([relative(functions, path), 'unrelated'].sort());
  });
});
