import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { LocalServerError, reasonOf } from './local-server-error.ts';
import { makeFolder } from './make-folder.ts';
import { PROJECT_FOLDER } from './settings.ts';

export interface FunctionsFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * A new folder for one server's bundles, so that several servers never read each other's half-written files. It lies
 * beneath the project, where the bundles find the addon that is not part of them: in the data folder if that does
 * too. Folders of servers that were killed are removed.
 */
export async function makeFunctionsFolder(dataFolder: string | undefined): Promise<FunctionsFolder> {
  const parent = join(isInProject(dataFolder) ? dataFolder : join(PROJECT_FOLDER, '.guard'), 'functions');
  await makeFolder(parent);
  try {
    await removeAbandoned(parent);
    const path = await mkdtemp(join(parent, `${process.pid}-`));
    return { path, remove: () => rm(path, { recursive: true, force: true }) };
  } catch (error) {
    throw new LocalServerError(`The folder ${parent} cannot be written: ${reasonOf(error)}.`);
  }
}

function isInProject(folder: string | undefined): folder is string {
  return folder !== undefined && !/^(\.\.|[A-Za-z]:|\/)/.test(relative(PROJECT_FOLDER, folder));
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = /^(\d+)-\w+$/.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner)))
      await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** Whether a process runs. One of another user cannot be signalled, and runs. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
