import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BuildOptions,
  build,
  type ImportKind,
  type Metafile,
  type OutputFile,
  type Plugin,
} from 'esbuild';
import { type FunctionSource, functionSources } from '../../../functions/sources.ts';
import { builtConsole } from '../../console/build/built-console-plugin.ts';
import { functionEntries, functionEntry } from './function-entries.ts';

/** The bundled code of a function. `folder` contains `index.mjs` and its source map. */
export interface BundledFunction {
  readonly name: string;
  /** The absolute path of the folder. */
  readonly folder: string;
  /** Whether the code imports the argon2 addon, which is deployed next to the bundle. */
  readonly hashesPasswords: boolean;
  /** The package files that the code reads, as paths in `node_modules`. */
  readonly files: readonly string[];
}

/**
 * The argon2 package. It has native code, and esbuild could only bundle the addon for the machine that it runs on, so the
 * addon is deployed next to the bundle.
 */
const ADDON_PACKAGE = '@node-rs/argon2';

/**
 * A package that `debug`, which web-push brings, uses where it is installed. It is no dependency of Guard, but some tools for
 * development install it.
 */
const OPTIONAL_PACKAGE = 'supports-color';

const PROJECT_FOLDER = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * What replaces the SDK's chain of credentials. That chain has 139 KB with four clients, and takes 10 % of the processor time
 * of a cold start, although functions only have the credentials in their environment.
 */
const CREDENTIALS = fileURLToPath(new URL('../../../shared/lambda/credentials.ts', import.meta.url));

/**
 * The folder to which the paths in source maps are relative, so that bundles are the same on every machine. Nothing is
 * written to it: the real output folder may be anywhere.
 */
const NOMINAL_OUTPUT_FOLDER = join(PROJECT_FOLDER, 'bundle');

/**
 * Bundles functions, by default all of them, into `<outputFolder>/<name>/index.mjs` with a linked source map. The same
 * sources always give the same bytes.
 */
export async function bundleFunctions(
  outputFolder: string,
  sources: readonly FunctionSource[] = functionSources(),
): Promise<BundledFunction[]> {
  const { outputFiles } = await build(buildOptions(sources));
  await writeOutput(outputFiles, outputFolder);
  return bundlesIn(outputFolder, sources);
}

const RECEIVER_ENTRY = join(PROJECT_FOLDER, 'bin/receiver.ts');
const DOCKERFILE = join(PROJECT_FOLDER, 'lib/receiver/Dockerfile');

/**
 * Bundles the receiver of panels into `<outputFolder>/<name>`, with the Dockerfile of its image. It has the SDK's own chain of
 * credentials, because a task gets its credentials over HTTP (AWS, "Amazon ECS task IAM role").
 */
export async function bundleReceiver(outputFolder: string, name: string): Promise<string> {
  const options = bundleOptions([{ in: RECEIVER_ENTRY, out: `${name}/index` }]);
  const { outputFiles } = await build(options);
  await writeOutput(outputFiles, outputFolder);
  const folder = join(outputFolder, name);
  await copyFile(DOCKERFILE, join(folder, 'Dockerfile'));
  return folder;
}

/** The bundles in a folder. */
export function bundlesIn(
  outputFolder: string,
  sources: readonly FunctionSource[] = functionSources(),
): BundledFunction[] {
  return sources.map(({ name, hashesPasswords, files }) => ({
    name,
    folder: resolve(outputFolder, name),
    hashesPasswords,
    files,
  }));
}

/**
 * Describes which files the bundles of functions contain, with the bytes that each takes there. `splitting` writes the code that
 * functions share once, which takes a tenth of the time and names the same files.
 */
export async function describeBundles(
  sources: readonly FunctionSource[],
  options: Pick<BuildOptions, 'splitting'> = {},
): Promise<Metafile> {
  const { metafile } = await build({ ...buildOptions(sources), ...options, metafile: true });
  return metafile;
}

function buildOptions(sources: readonly FunctionSource[]) {
  const entries = sources.map((source) => ({ in: functionEntry(source), out: `${source.name}/index` }));
  return { ...bundleOptions(entries), alias: { '@aws-sdk/credential-provider-node': CREDENTIALS } };
}

function bundleOptions(entryPoints: { in: string; out: string }[]) {
  return {
    absWorkingDir: PROJECT_FOLDER,
    entryPoints,
    outdir: NOMINAL_OUTPUT_FOLDER,
    outExtension: { '.js': '.mjs' },
    write: false,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // ES modules are preferred, because unused parts of them can be left out, such as most of the DynamoDB client.
    mainFields: ['module', 'main'],
    external: [ADDON_PACKAGE, OPTIONAL_PACKAGE],
    plugins: [builtConsole, functionEntries, builtinsWithoutImport],
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

const BUILTIN = 'node-builtin';

/** How a module can name another one: an ES module by `import`, a CommonJS module by `require`, which ES modules lack. */
const NAMINGS: readonly ImportKind[] = ['import-statement', 'dynamic-import', 'require-call'];

/**
 * Loads Node's built-in modules without an `import`. An `import` reads every export of a module, and one export of
 * `node:http` loads all of `fetch` and WebSocket, which takes 15 % of the processor time of a cold start. A CommonJS package
 * needs this to run at all.
 */
const builtinsWithoutImport: Plugin = {
  name: 'builtins-without-import',
  setup({ onResolve, onLoad }) {
    const builtins = new Set(builtinModules);
    onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path, kind }) =>
      NAMINGS.includes(kind) && (path.startsWith('node:') || builtins.has(path))
        ? { path, namespace: BUILTIN }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: BUILTIN }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};
