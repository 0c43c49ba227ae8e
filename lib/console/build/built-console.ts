import {
  type BuiltConsole,
  buildConsole,
  type ConsoleFile,
  type ConsoleNames,
  filesOf,
  namesOf,
} from './build-console.ts';

// In bundles of functions, built-console-plugin.ts replaces this module with its results.
const built: BuiltConsole = await buildConsole();

/** The names of the files that the console's page loads. */
export const CONSOLE_NAMES: ConsoleNames = namesOf(built);

/** The console's files. */
export const CONSOLE_FILES: readonly ConsoleFile[] = filesOf(built);
