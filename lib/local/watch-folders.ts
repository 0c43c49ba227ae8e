import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

export interface FolderWatch {
  stop(): void;
}

/**
 * Calls `onChange` after each change of a file in these folders and their subfolders. Resolves when watching has begun.
 *
 * Each folder has its own watcher: on Linux, Node's `recursive` watches files, and loses one that an editor replaces.
 */
export async function watchFolders(folders: readonly string[], onChange: () => void): Promise<FolderWatch> {
  const watchers = new Map<string, FSWatcher>();
  let stopped = false;

  async function follow(folder: string): Promise<void> {
    if (stopped) return;
    watchers.get(folder)?.close();
    watchers.set(folder, watchOne(folder)); // before listing, so that no change is missed
    const entries = await readdir(folder, { withFileTypes: true });
    const beneath = entries.filter((entry) => entry.isDirectory());
    await Promise.all(beneath.map((entry) => follow(join(folder, entry.name))));
  }

  function watchOne(folder: string): FSWatcher {
    const watcher = watch(folder, (event, name) => {
      onChange();
      if (event === 'rename' && name !== null) void renew(join(folder, name));
    });
    watcher.on('error', () => watcher.close());
    return watcher;
  }

  /** A watcher ends with its folder, and a new folder needs one. */
  async function renew(path: string): Promise<void> {
    for (const [folder, watcher] of watchers) {
      if (folder !== path && !folder.startsWith(path + sep)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    if (!(await isFolder(path))) return;
    await follow(path).catch(() => {}); // it may be deleted already
    if (!stopped) onChange();
  }

  await Promise.all(folders.map(follow));
  return {
    stop() {
      stopped = true;
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
