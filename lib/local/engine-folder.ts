import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, where a write waits for no disk. Only Linux has one everywhere. */
const MEMORY = '/dev/shm';
/** Enough for several engines. A container may have less. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024;

const PREFIX = 'guard-table-';

let base: Promise<string> | undefined;

/**
 * Creates a folder for the data of an engine that is not kept, in memory if possible. Its name has the id of this process, so
 * that a later process can remove what a killed one has left.
 */
export async function makeEngineFolder(): Promise<string> {
  base ??= findBase();
  return base.then(makeIn);
}

async function findBase(): Promise<string> {
  const found = (await isUsable(MEMORY)) ? MEMORY : tmpdir();
  await removeLeftovers(found);
  return found;
}

/** Whether a file system has space, and this process may write there. */
async function isUsable(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < LEAST_FREE_BYTES) return false;
    await rm(await makeIn(folder), { recursive: true });
    return true;
  } catch {
    return false;
  }
}

const makeIn = (folder: string): Promise<string> => mkdtemp(join(folder, `${PREFIX}${process.pid}-`));

/** Removes the folders of processes that were killed. In memory, they would take space until this machine restarts. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, id] = /^guard-table-(\d+)-/.exec(name) ?? [];
    if (!id || isRunning(Number(id))) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => {}); // it may be another user's
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
