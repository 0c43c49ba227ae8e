import { type BuiltConsole, buildConsole, type ConsoleFile } from './build-console.ts';

// In bundles of functions, built-console-plugin.ts replaces this module with its results.
const files: BuiltConsole = await buildConsole();

/** The names of the files that the console's page loads. */
export const CONSOLE_NAMES: Readonly<Record<keyof BuiltConsole, string>> = {
  script: files.script.name,
  styles: files.styles.name,
  icon: files.icon.name,
};

/** The console's files. */
export const CONSOLE_FILES: readonly ConsoleFile[] = Object.values(files);
