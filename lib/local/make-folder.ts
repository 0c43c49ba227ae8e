import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LocalServerError, reasonOf } from './local-server-error.ts';

export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeMissing(folder);
  } catch (error) {
    throw new LocalServerError(
      `The folder ${folder} cannot be made: ${reasonOf(error)}. Set GUARD_DATA to another one, or to memory.`,
    );
  }
}

/**
 * Creates missing folders. Node's option `recursive` is not used, because it never ends in a file system that cannot create
 * folders, such as /proc.
 */
async function makeMissing(folder: string): Promise<void> {
  const isFolder = await stat(folder)
    .then((found) => found.isDirectory())
    .catch(() => false);
  if (isFolder) return;
  if (dirname(folder) !== folder) await makeMissing(dirname(folder));
  await mkdir(folder).catch(async (error: unknown) => {
    // It is no error if another server has just created the folder.
    if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw error;
  });
}
