import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, type BuildResult, build, context, type OutputFile } from 'esbuild';
import { internalFunctions } from '../functions/internal-functions.ts';
import { routes } from '../functions/routes.ts';
import type { Route } from '../shared/route.ts';

/** A function's code, ready to run: `folder` holds `index.mjs` and its source map. */
export interface BundledFunction {
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
  /** Whether the code imports the argon2 addon, which is never part of a bundle. */
  readonly hashesPasswords: boolean;
  /** Files of packages that the code reads as it runs, by their paths in `node_modules`. */
  readonly files: readonly string[];
}

export interface BundleWatch {
  stop(): Promise<void>;
}

/**
 * Native code: esbuild could only pack the addon of the machine that it runs on. CDK puts the addon of the
 * function's architecture beside the bundle.
 */
const ADDON_PACKAGE = '@node-rs/argon2';

/**
 * The X-Ray SDK is CommonJS and requires modules of Node's own, which an ES module cannot without this. esbuild gives
 * nothing the name `require` but knows no other name in here: they must be ones that no module has.
 */
const REQUIRE =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

const PROJECT_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/**
 * Where the bundles would lie in the project. Nothing is written here: the real output folder may be anywhere,
 * and paths in a source map are relative to this one, so that they and the bytes are the same on every machine.
 */
const NOMINAL_OUTPUT_FOLDER = join(PROJECT_FOLDER, 'bundle');

/**
 * Bundles every endpoint and internal function into `<outputFolder>/<name>/index.mjs` with a linked source map.
 * The same sources always give the same bytes, wherever the output goes.
 */
export async function bundleFunctions(options: {
  readonly outputFolder: string;
  readonly minify?: boolean;
}): Promise<BundledFunction[]> {
  const { outputFiles } = await build(buildOptions(options.minify ?? false));
  await writeOutput(outputFiles, options.outputFolder);
  return functionSources().map(({ name, hashesPasswords, files }) => ({
    name,
    folder: resolve(options.outputFolder, name),
    hashesPasswords,
    files,
  }));
}

/**
 * Bundles all functions once and again on every change of a source. `onRebuilt` is called after each build that
 * succeeded, the first included, with the names of those functions whose code is new; the others' files are not
 * touched. A build that fails is reported on stderr and leaves the last good one in place. Resolves when
 * watching has begun. A route that is added later is seen at the next start.
 */
export async function watchFunctions(options: {
  readonly outputFolder: string;
  onRebuilt(names: string[]): void;
}): Promise<BundleWatch> {
  const known = new Map<string, string>();
  const writeChanges = async ({ errors, outputFiles }: BuildResult<{ write: false }>) => {
    if (errors.length > 0) return;
    const changed = outputFiles.filter((file) => known.get(file.path) !== file.hash);
    for (const file of changed) known.set(file.path, file.hash);
    await writeOutput(changed, options.outputFolder);
    const names = new Set(changed.map((file) => dirname(relative(NOMINAL_OUTPUT_FOLDER, file.path))));
    if (names.size > 0) options.onRebuilt([...names].sort());
  };
  const watched = await context({
    ...buildOptions(false),
    logLevel: 'warning',
    plugins: [{ name: 'write-changes', setup: (esbuild) => esbuild.onEnd(writeChanges) }],
  });
  await watched.watch();
  return { stop: () => watched.dispose() };
}

interface FunctionSource {
  readonly name: string;
  /** Relative to the project. */
  readonly entry: string;
  readonly hashesPasswords: boolean;
  readonly files: readonly string[];
}

function functionSources(): FunctionSource[] {
  const declarations: readonly Pick<Route, 'name' | 'folder' | 'hashesPasswords' | 'files'>[] = [
    ...routes,
    ...internalFunctions,
  ];
  return declarations.map(({ name, folder, hashesPasswords = false, files = [] }) => ({
    name,
    entry: `./functions/${folder}/${name}.ts`,
    hashesPasswords,
    files,
  }));
}

function buildOptions(minify: boolean) {
  return {
    absWorkingDir: PROJECT_FOLDER,
    entryPoints: functionSources().map(({ name, entry }) => ({ in: entry, out: `${name}/index` })),
    outdir: NOMINAL_OUTPUT_FOLDER,
    outExtension: { '.js': '.mjs' },
    write: false,
    bundle: true,
    minify,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // ES modules first, which esbuild can shake: most of the DynamoDB client is code that no function calls.
    mainFields: ['module', 'main'],
    external: [ADDON_PACKAGE],
    banner: { js: REQUIRE },
    sourcemap: 'linked',
    sourcesContent: false,
  } as const satisfies BuildOptions;
}

async function writeOutput(files: readonly OutputFile[], outputFolder: string): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      const path = join(outputFolder, relative(NOMINAL_OUTPUT_FOLDER, file.path));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, file.contents);
    }),
  );
}
