import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalServerError, reasonOf } from './local-server-error.ts';

export interface FunctionsFolder {
  readonly path: string;
  remove(): Promise<void>;
}

const PREFIX = 'guard-functions-';

/**
 * Creates a temporary folder for the built functions of one server: servers must not share files, and the project may be
 * read-only. Removes the folders of killed servers.
 */
export async function makeFunctionsFolder(parent = tmpdir()): Promise<FunctionsFolder> {
  try {
    await removeAbandoned(parent);
    const path = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
    return { path, remove: () => rm(path, { recursive: true, force: true }) };
  } catch (error) {
    throw new LocalServerError(
      `The folder ${parent} for temporary files cannot be written: ${reasonOf(error)}. Set TMPDIR to another one.`,
    );
  }
}

/** The folders of other users stay. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = name.startsWith(PREFIX) && /^(\d+)-\w+$/.exec(name.slice(PREFIX.length))?.[1];
    if (!owner || isAlive(Number(owner))) continue;
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Whether a process runs. A process of another user cannot be signalled, but it runs. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
