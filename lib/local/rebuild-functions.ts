import { join } from 'node:path';
import type { FunctionBuilder } from './build-functions.ts';
import { LocalServerError, reasonOf } from './local-server-error.ts';
import { PROJECT_FOLDER } from './settings.ts';
import { type FolderWatch, watchFolders } from './watch-folders.ts';

const SOURCE_FOLDERS = ['functions', 'shared', 'docs', 'lib/console', 'lib/client'].map((name) =>
  join(PROJECT_FOLDER, name),
);
/** One save causes several events, and editors can save several files at once. */
const QUIET_MILLISECONDS = 30;

export interface RebuildOptions {
  readonly builder: FunctionBuilder;
  /** Called with the names of changed functions. */
  readonly onRebuilt: (names: string[]) => void;
  readonly log: (line: string) => void;
  /** The watched folders instead of the sources. */
  readonly folders?: readonly string[];
}

/**
 * Rebuilds functions when a source changes. After a failed build the previous functions stay. A new or moved route is served
 * after the next start.
 */
export async function rebuildOnChange(options: RebuildOptions): Promise<FolderWatch> {
  const { builder, onRebuilt, log, folders = SOURCE_FOLDERS } = options;
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();

  const rebuild = async () => {
    try {
      const names = await builder.build();
      if (names.length === 0) return;
      onRebuilt(names);
      log(`rebuilt ${names.join(', ')}`);
    } catch (error) {
      log(error instanceof LocalServerError ? error.message : `not rebuilt: ${reasonOf(error)}`);
    }
  };
  const watch = await watchFolders(folders, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(rebuild);
    }, QUIET_MILLISECONDS);
  });
  return {
    stop() {
      clearTimeout(timer);
      watch.stop();
    },
  };
}
