import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

export interface FolderWatch {
  stop(): void;
}

/**
 * Calls `onChange` whenever a file in these folders, or in a folder beneath them, is written, added, renamed or
 * removed. Resolves when it has begun to.
 *
 * Each folder is watched by itself: on Linux, Node's `recursive` follows files, and loses one that an editor
 * replaces.
 */
export async function watchFolders(folders: readonly string[], onChange: () => void): Promise<FolderWatch> {
  const watchers = new Map<string, FSWatcher>();
  let stopped = false;

  async function follow(folder: string): Promise<void> {
    if (stopped) return;
    watchers.get(folder)?.close();
    watchers.set(folder, watchOne(folder)); // before it is listed, so that nothing is missed
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

  /** A watch ends with its folder, and a new folder has none. */
  async function renew(path: string): Promise<void> {
    for (const [folder, watcher] of watchers) {
      if (folder !== path && !folder.startsWith(path + sep)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    if (!(await isFolder(path))) return;
    await follow(path).catch(() => {}); // it may be gone again
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
