import { type BuiltConsole, buildConsole, type ConsoleFile } from '../../lib/console/build/build-console.ts';

// In bundles of functions these lines are replaced by what they give (lib/console/build/built-console-plugin.ts).
const files: BuiltConsole = await buildConsole();

/** The names of the console's files, which its page loads. */
export const CONSOLE_NAMES: Readonly<Record<keyof BuiltConsole, string>> = {
  script: files.script.name,
  styles: files.styles.name,
  icon: files.icon.name,
};

/** The console's files. */
export const CONSOLE_FILES: readonly ConsoleFile[] = Object.values(files);
