import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A file that the console's page loads. */
export interface ConsoleFile {
  /** Contains a hash of the text, so that browsers may cache the file for good. */
  readonly name: string;
  readonly text: string;
}

/** The files of the console except its page. */
export interface BuiltConsole {
  /** Loads the alert desk, and the other scripts when they are needed. */
  readonly script: ConsoleFile;
  readonly styles: ConsoleFile;
  readonly icon: ConsoleFile;
  /** What the pages load when they are opened, and what several scripts share. */
  readonly parts: readonly ConsoleFile[];
}

const PROJECT_FOLDER = fileURLToPath(new URL('../../..', import.meta.url));
const HASH_LENGTH = 8;

/** Builds the console from its sources. The same sources result in the same files on every machine. */
export async function buildConsole(): Promise<BuiltConsole> {
  const [{ outputFiles }, icon] = await Promise.all([
    build({
      absWorkingDir: PROJECT_FOLDER,
      entryPoints: [{ in: './lib/console/main.tsx', out: 'console' }],
      outdir: 'console',
      // The compiler's hashes cover the names of the scripts that a script loads, too.
      entryNames: 'console-[hash]',
      chunkNames: 'part-[hash]',
      write: false,
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      charset: 'utf8',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      logLevel: 'warning',
    }),
    readFile(join(PROJECT_FOLDER, 'lib/console/icon.svg'), 'utf8'),
  ]);
  const files = outputFiles.map(({ path, text }) => ({ name: basename(path), text }));
  const entry = (extension: string) => {
    const file = files.find(({ name }) => name.startsWith('console-') && extname(name) === extension);
    if (!file) throw new Error(`The console was built without its ${extension}.`);
    return file;
  };
  const parts = files.filter(({ name }) => name.startsWith('part-'));
  return { script: entry('.js'), styles: entry('.css'), icon: iconFile(icon), parts };
}

function iconFile(text: string): ConsoleFile {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH).toUpperCase();
  return { name: `console-${hash}.svg`, text };
}

export function filesOf({ script, styles, icon, parts }: BuiltConsole): readonly ConsoleFile[] {
  return [script, styles, icon, ...parts];
}

/** The names of the files that the page itself loads. */
export interface ConsoleNames {
  readonly script: string;
  readonly styles: string;
  readonly icon: string;
}

export function namesOf({ script, styles, icon }: BuiltConsole): ConsoleNames {
  return { script: script.name, styles: styles.name, icon: icon.name };
}
