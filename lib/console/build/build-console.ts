import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { EVENT_TYPES } from '../../../shared/webhooks/event-types.ts';
import { ruleEvents } from '../texts/event-names.ts';
import type { Language } from '../texts/language.ts';
import { placedTexts } from './texts-by-place.ts';

/** A file that the console's page loads. */
export interface ConsoleFile {
  /** The name contains a hash of the text, so that browsers may cache the file for good, except the service worker. */
  readonly name: string;
  readonly text: string;
}

/** The files of the console except its page. */
export interface BuiltConsole {
  /** Only imports the part with the alert desk, which loads the other parts when they are needed. */
  readonly script: ConsoleFile;
  readonly styles: ConsoleFile;
  readonly icon: ConsoleFile;
  /** The service worker. Its name is always the same: the browser asks whether it has changed. */
  readonly worker: ConsoleFile;
  /** The files that pages load when they are opened, and those that several scripts share. */
  readonly parts: readonly ConsoleFile[];
}

const PROJECT_FOLDER = fileURLToPath(new URL('../../..', import.meta.url));
const MAIN = join(PROJECT_FOLDER, 'lib/console/main.tsx');
const PAGES = join(PROJECT_FOLDER, 'lib/console/pages/');
const LIST_OF_PAGES = join(PAGES, 'pages.tsx');
const SHARED_PARTS = join(PAGES, 'shared-parts.ts');
const HASH_LENGTH = 8;
/** The name under which lib/console/services/push.ts registers the worker. */
const WORKER_NAME = 'worker.js';

/** Builds the console from its sources. The same sources result in the same files on every machine. */
export async function buildConsole(): Promise<BuiltConsole> {
  const [{ outputFiles }, worker, icon] = await Promise.all([
    build({
      absWorkingDir: PROJECT_FOLDER,
      entryPoints: [
        { in: MAIN, out: 'console' },
        { in: './lib/console/styles/main.css', out: 'console' },
      ],
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
      plugins: [builtEventNames, pagesTogether, oneFirstLoad, placedTexts],
    }),
    buildWorker(),
    readFile(join(PROJECT_FOLDER, 'lib/console/icon.svg'), 'utf8'),
  ]);
  const files = outputFiles.map(({ path, text }) => ({ name: basename(path), text }));
  const entry = (extension: string) => {
    const file = files.find(({ name }) => name.startsWith('console-') && extname(name) === extension);
    if (!file) throw new Error(`The console was built without its ${extension}.`);
    return file;
  };
  const parts = files.filter(({ name }) => name.startsWith('part-'));
  return { script: entry('.js'), styles: entry('.css'), icon: iconFile(icon), worker, parts };
}

/** One script without imports. */
async function buildWorker(): Promise<ConsoleFile> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT_FOLDER,
    entryPoints: ['./lib/console/worker/service-worker.ts'],
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
  });
  return { name: WORKER_NAME, text: outputFiles.map(({ text }) => text).join('') };
}

/** What a page imports besides its own: the first load, and what most pages share. */
const PAGE_PARTS = [MAIN, SHARED_PARTS];
const importsOf = (files: readonly string[]) => files.map((file) => `import ${JSON.stringify(file)};`);

const TOGETHER = 'pages-together';

/** Makes one file of the pages that `pages.tsx` loads: several files would be larger together. */
const pagesTogether: Plugin = {
  name: TOGETHER,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /-page\.tsx$/ }, ({ kind, importer }) =>
      kind === 'dynamic-import' && importer === LIST_OF_PAGES
        ? { path: TOGETHER, namespace: TOGETHER }
        : undefined,
    );
    onLoad({ filter: /./, namespace: TOGETHER }, async () => {
      const list = await readFile(LIST_OF_PAGES, 'utf8');
      const pages = Array.from(list.matchAll(/import\('(.*-page\.tsx)'\)/g), ([, path]) => path);
      // Texts compress better in this order.
      const exports = pages.reverse().map((path) => `export * from ${JSON.stringify(path)};`);
      return { contents: [...exports, ...importsOf(PAGE_PARTS)].join('\n'), resolveDir: PAGES };
    });
  },
};

const IS_RESOLVED = { isResolved: true };

/**
 * Makes the pages, and what the desk loads after itself, import the first load; pages also import what most of them
 * share. Otherwise the compiler splits what they share into a file for each set of pages: more requests, and 5 KB more.
 * The texts stay out: the first load waits for them.
 */
const oneFirstLoad: Plugin = {
  name: 'one-first-load',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /(page|pages|desk)\.tsx?$/ }, async ({ path, kind, pluginData, ...options }) => {
      if (kind !== 'dynamic-import' || pluginData === IS_RESOLVED) return undefined;
      const resolved = await resolve(path, { ...options, kind, pluginData: IS_RESOLVED });
      return { path: resolved.path, errors: resolved.errors, pluginData: oneFirstLoad };
    });
    onLoad({ filter: /\.tsx?$/ }, async ({ path, pluginData }) => {
      if (pluginData !== oneFirstLoad) return undefined;
      const imports = importsOf(path.startsWith(PAGES) ? PAGE_PARTS : [MAIN]);
      const contents = [await readFile(path, 'utf8'), ...imports].join('\n');
      return { contents, loader: 'tsx' };
    });
  },
};

function iconFile(text: string): ConsoleFile {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH).toUpperCase();
  return { name: `console-${hash}.svg`, text };
}

export function filesOf({ script, styles, icon, worker, parts }: BuiltConsole): readonly ConsoleFile[] {
  return [script, styles, icon, worker, ...parts];
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

const textsIn = (language: Language) => EVENT_TYPES.map(({ text }) => text[language]);

const ENGLISH = Object.fromEntries(EVENT_TYPES.map(({ name, text }) => [name, text.en]));
const OTHERS = {
  pt: textsIn('pt'),
  es: textsIn('es'),
  de: textsIn('de'),
} satisfies Record<Exclude<Language, 'en'>, string[]>;

/** Replaces `event-names.ts`, which imports schemas, by its texts in all languages. */
const builtEventNames: Plugin = {
  name: 'built-event-names',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]console[\\/]texts[\\/]event-names\.ts$/ }, () => ({
      contents: `
        import { inPlaces } from ${JSON.stringify(LANGUAGE)};
        export const eventNames = inPlaces(${[ENGLISH, ...Object.values(OTHERS)].map((it) => JSON.stringify(it))});
        export const ruleEvents = ${JSON.stringify(ruleEvents)};
      `,
    })),
};
