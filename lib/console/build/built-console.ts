import type { BuiltConsole, ConsoleFile, ConsoleNames } from './build-console.ts';

// In bundles of functions, built-console-plugin.ts replaces this module with its results.
let built: Promise<BuiltConsole> | undefined;

async function build() {
  const builder = await import('./build-console.ts');
  built ??= builder.buildConsole();
  return { ...builder, built: await built };
}

/** The names of the files that the console's page loads. */
export async function consoleNames(): Promise<ConsoleNames> {
  const { namesOf, built: it } = await build();
  return namesOf(it);
}

/** The console's files. */
export async function consoleFiles(): Promise<readonly ConsoleFile[]> {
  const { filesOf, built: it } = await build();
  return filesOf(it);
}
