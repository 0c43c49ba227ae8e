import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, where a write waits for no disk. Only Linux has one everywhere. */
const MEMORY = '/dev/shm';
/** Enough for the engines of a run. A container may have less. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024;

const PREFIX = 'guard-table-';

const base = findBase();

/** Creates a folder for the data of an engine, in memory if possible. Its name has the id of this process. */
export async function makeEngineFolder(): Promise<string> {
  return mkdtemp(join(await base, `${PREFIX}${process.pid}-`));
}

async function findBase(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  if (bavail * bsize < LEAST_FREE_BYTES) return tmpdir();
  await removeLeftovers();
  return MEMORY;
}

/** Removes the folders of processes that were killed. They would take memory until this machine restarts. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const [, id] = /^guard-table-(\d+)-/.exec(name) ?? [];
    if (id && !isRunning(Number(id))) await rm(join(MEMORY, name), { recursive: true, force: true });
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
