import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Plugin, rolldown } from 'rolldown';
import { EVENT_TYPES } from '../../../shared/webhooks/event-types.ts';
import { ruleEvents } from '../texts/event-names.ts';
import { LANGUAGES, type Language } from '../texts/language.ts';

/** A file that the console's page loads. */
export interface ConsoleFile {
  /** The name contains a hash of the text, so that browsers may cache the file for good, except those of workers. */
  readonly name: string;
  readonly text: string;
}

/** The files of the console except its page. */
export interface BuiltConsole {
  /** The alert desk without its texts. It loads the chunks when they are needed. */
  readonly script: ConsoleFile;
  readonly styles: ConsoleFile;
  readonly icon: ConsoleFile;
  /**
   * The service worker, and the worker that counts time. Their names are always the same: the browser asks whether they have
   * changed.
   */
  readonly workers: readonly ConsoleFile[];
  /** The desk's texts in each language, what the desk loads after itself, each page, and what these share. */
  readonly chunks: readonly ConsoleFile[];
}

const PROJECT_FOLDER = fileURLToPath(new URL('../../..', import.meta.url));
const HASH_LENGTH = 8;
/** The workers by their names in lib/console/services/worker-urls.ts. */
const WORKERS = {
  'worker.js': './lib/console/worker/service-worker.ts',
  'timer.js': './lib/console/worker/timer-worker.ts',
};
const BROWSERS = 'es2022';

/** Builds the console from its sources. The same sources result in the same files on every machine. */
export async function buildConsole(): Promise<BuiltConsole> {
  const [scripts, styles, workers, icon] = await Promise.all([
    buildScripts(),
    buildFile('./lib/console/styles/main.css'),
    Promise.all(Object.entries(WORKERS).map(async ([name, path]) => ({ name, text: await buildFile(path) }))),
    readFile(join(PROJECT_FOLDER, 'lib/console/icon.svg'), 'utf8'),
  ]);
  return {
    ...scripts,
    styles: named(styles, 'css'),
    icon: named(icon, 'svg'),
    workers,
  };
}

/**
 * Builds the script of the desk, one of all that pages share, and one for each `import()`. Rolldown does this instead of
 * esbuild, which cannot put modules that several scripts share into one: 60 files, 20 of them for the first load.
 */
async function buildScripts(): Promise<Pick<BuiltConsole, 'script' | 'chunks'>> {
  const bundle = await rolldown({
    cwd: PROJECT_FOLDER,
    input: './lib/console/main.tsx',
    platform: 'browser',
    tsconfig: './lib/console/tsconfig.json',
    transform: { target: BROWSERS },
    plugins: [builtEventNames],
  });
  const { output } = await bundle.generate({
    format: 'es',
    minify: true,
    hashCharacters: 'hex',
    chunkFileNames: ({ name }) => `${name === 'console' ? name : 'part'}-[hash:${HASH_LENGTH}].js`,
    codeSplitting: {
      groups: [
        { name: 'console', tags: ['$initial'] },
        { name: 'shared', minShareCount: 2 },
      ],
    },
  });
  await bundle.close();
  const scripts = output.flatMap((it) =>
    // The entry itself is empty: it imports the group of what is loaded at first.
    it.type === 'chunk' && it.moduleIds.length > 0 ? [{ name: it.fileName, text: it.code }] : [],
  );
  const script = scripts.find(({ name }) => name.startsWith('console-'));
  if (!script) throw new Error('The console was built without its script.');
  return { script, chunks: scripts.filter((it) => it !== script) };
}

/** One file without imports. */
async function buildFile(path: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT_FOLDER,
    entryPoints: [path],
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: BROWSERS,
    charset: 'utf8',
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text).join('');
}

function named(text: string, extension: string): ConsoleFile {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
  return { name: `console-${hash}.${extension}`, text };
}

export function filesOf({ script, styles, icon, workers, chunks }: BuiltConsole): readonly ConsoleFile[] {
  return [script, styles, icon, ...workers, ...chunks];
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

const LANGUAGE = fileURLToPath(new URL('../texts/language.ts', import.meta.url));

const textsIn = (language: Language) =>
  Object.fromEntries(EVENT_TYPES.map(({ name, text }) => [name, text[language]]));

/** Replaces `event-names.ts`, which imports schemas, by its texts in all languages. */
const builtEventNames: Plugin = {
  name: 'built-event-names',
  load: {
    filter: { id: /[\\/]console[\\/]texts[\\/]event-names\.ts$/ },
    handler: () => {
      const languages = Object.keys(LANGUAGES) as Language[];
      const texts = Object.fromEntries(languages.map((it) => [it, textsIn(it)]));
      return `
        import { inLanguages } from ${JSON.stringify(LANGUAGE)};
        export const eventNames = inLanguages(${JSON.stringify(texts)});
        export const ruleEvents = ${JSON.stringify(ruleEvents)};
      `;
    },
  },
};
