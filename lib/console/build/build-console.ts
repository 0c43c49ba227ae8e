import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
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
  readonly script: ConsoleFile;
  readonly styles: ConsoleFile;
  readonly icon: ConsoleFile;
}

const PROJECT_FOLDER = fileURLToPath(new URL('../../..', import.meta.url));
const HASH_LENGTH = 10;

/** Builds the console from its sources. The same sources result in the same files on every machine. */
export async function buildConsole(): Promise<BuiltConsole> {
  const [{ outputFiles }, icon] = await Promise.all([
    build({
      absWorkingDir: PROJECT_FOLDER,
      entryPoints: [{ in: './lib/console/main.tsx', out: 'console' }],
      outdir: 'console',
      write: false,
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'es2022',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      logLevel: 'warning',
    }),
    readFile(join(PROJECT_FOLDER, 'lib/console/icon.svg'), 'utf8'),
  ]);
  const built = (extension: string) => {
    const file = outputFiles.find(({ path }) => extname(path) === extension);
    if (!file) throw new Error(`The console was built without its ${extension}.`);
    return named(extension, file.text);
  };
  return { script: built('.js'), styles: built('.css'), icon: named('.svg', icon) };
}

function named(extension: string, text: string): ConsoleFile {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
  return { name: `console-${hash}${extension}`, text };
}
