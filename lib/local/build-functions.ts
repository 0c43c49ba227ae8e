import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildFailure, build, type OutputFile, type Plugin, stop } from 'esbuild';
import { type FunctionSource, functionSources } from '../../functions/sources.ts';
import { functionEntries, functionEntry } from '../cdk/functions/function-entries.ts';
import { builtConsole } from '../console/build/built-console-plugin.ts';
import { LocalServerError } from './local-server-error.ts';
import { PROJECT_FOLDER } from './settings.ts';

export interface FunctionBuilder {
  /**
   * Builds all functions and resolves to the names of changed ones. Throws if a source is invalid, which esbuild reports on
   * stderr; the previous build stays in place.
   */
  build(): Promise<string[]>;
}

const ENTRY = 'index.mjs';
const RUNTIME = join(PROJECT_FOLDER, 'shared', 'lambda', 'runtime.ts');

/**
 * Builds functions for this machine as `<folder>/<name>/index.mjs`. They share code and import the packages of the project in
 * place, which takes a fraction of the time and memory of bundles for AWS. The names of shared files change with their code,
 * so importing a function again loads all its code again.
 */
export function createFunctionBuilder(
  folder: string,
  sources: readonly FunctionSource[] = functionSources(),
): FunctionBuilder {
  const known = new Map<string, string>();
  return {
    async build() {
      const changed = (await buildFiles(folder, sources)).filter(
        ({ path, hash }) => known.get(path) !== hash,
      );
      await Promise.all(changed.map(writeOutput));
      for (const { path, hash } of changed) known.set(path, hash);
      return changed
        .filter(({ path }) => basename(path) === ENTRY)
        .map(({ path }) => basename(dirname(path)))
        .sort();
    },
  };
}

/** The number of running builds. They share one esbuild process, which stops after the last. */
let builds = 0;

async function buildFiles(folder: string, sources: readonly FunctionSource[]): Promise<OutputFile[]> {
  builds += 1;
  try {
    const { outputFiles } = await build({
      absWorkingDir: PROJECT_FOLDER,
      entryPoints: sources.map((source) => ({
        in: functionEntry(source, { isPrepared: false }),
        out: `${source.name}/index`,
      })),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      chunkNames: 'shared/[name]-[hash]',
      write: false,
      bundle: true,
      splitting: true,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      sourcemap: 'linked',
      sourcesContent: false,
      define: { 'import.meta.url': JSON.stringify(pathToFileURL(RUNTIME).href) }, // to find files of packages
      logLevel: 'warning',
      plugins: [functionEntries, builtConsole, packagesWhereTheyLie],
    });
    return outputFiles;
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    throw new LocalServerError('The functions cannot be built: see above.', error);
  } finally {
    builds -= 1;
    if (builds === 0) await stop();
  }
}

const packagesWhereTheyLie: Plugin = {
  name: 'packages-where-they-lie',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path }) => ({ path: import.meta.resolve(path), external: true })),
};

async function writeOutput({ path, contents }: OutputFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error;
}
