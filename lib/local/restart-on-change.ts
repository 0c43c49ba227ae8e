import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

interface FolderWatch {
  stop(): void;
}

const SOURCE_FOLDERS = ['functions', 'shared', 'docs', 'lib/client', 'lib/console', 'lib/local'].map((name) =>
  fileURLToPath(new URL(`../../${name}`, import.meta.url)),
);
/**
 * How long it waits for further changes, because saving one file causes several events, and editors may save several files at
 * once.
 */
const QUIET_MILLISECONDS = 30;

interface RestartOptions {
  readonly log: (line: string) => void;
  /** Watched instead of the folders with the sources. */
  readonly folders?: readonly string[];
}

interface RestartedProgram {
  /** Resolves to the exit code if the program ends by itself before a source changes. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/** Runs a program, restarts it on changes, and stops on a signal, or when the program ends by itself. */
export async function runAndRestart(program: string): Promise<void> {
  const { ended, stop } = await restartOnChange(program, { log: (line) => console.log(line) });
  // A terminal sends Ctrl-C to the program, too. A second one ends the program at once.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => void stop().then(() => process.exit()));
  process.exit(await ended);
}

/**
 * Runs a program, and restarts it whenever a source changes. If it ends by itself after that, the next change starts it
 * again.
 */
export async function restartOnChange(
  program: string,
  { log, folders = SOURCE_FOLDERS }: RestartOptions,
): Promise<RestartedProgram> {
  let running = fork(program);
  let hasChanged = false;
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  running.once('exit', (code) => {
    if (!hasChanged) resolve(code ?? 1);
  });
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  let isStopped = false;

  async function restart(): Promise<void> {
    await end(running);
    if (isStopped) return;
    log('A source changed: starting again.');
    running = fork(program);
  }

  const watching = await watchFolders(folders, () => {
    hasChanged = true;
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(restart);
    }, QUIET_MILLISECONDS);
  });
  return {
    ended,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      watching.stop();
      await last;
      await end(running);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

/**
 * Calls `onChange` after each change of a file in these folders and their subfolders. Resolves when it has begun to watch.
 * Each folder has its own watcher: on Linux, Node's option `recursive` would watch the files themselves, and lose one that an
 * editor replaces.
 */
export async function watchFolders(folders: readonly string[], onChange: () => void): Promise<FolderWatch> {
  const watchers = new Map<string, FSWatcher>();
  let stopped = false;

  async function follow(folder: string): Promise<void> {
    if (stopped) return;
    watchers.get(folder)?.close();
    watchers.set(folder, watchOne(folder)); // set before listing the folder, so that no change is missed
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

  /** Ends or begins watching a folder: a watcher ends with its folder, and a new folder needs one. */
  async function renew(path: string): Promise<void> {
    for (const [folder, watcher] of watchers) {
      if (folder !== path && !folder.startsWith(path + sep)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    if (!(await isFolder(path))) return;
    await follow(path).catch(() => {}); // the folder may already be deleted
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
