import { mkdir, readFile, writeFile } from 'node:fs/promises';
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

/** The code of a function: `folder` contains `index.mjs` and its source map. */
export interface BundledFunction {
  readonly name: string;
  /** The absolute path of the folder. */
  readonly folder: string;
  /** Whether the code imports the argon2 addon, which is not part of the bundle. */
  readonly hashesPasswords: boolean;
  /** The package files that the code reads, as paths in `node_modules`. */
  readonly files: readonly string[];
}

/**
 * The package has native code, and esbuild could only bundle the addon of its own machine. So the addon is deployed next to
 * the bundle.
 */
const ADDON_PACKAGE = '@node-rs/argon2';

const PROJECT_FOLDER = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The base of the paths in source maps, so that bundles are the same on every machine. Nothing is written here: the real
 * output folder may be anywhere.
 */
const NOMINAL_OUTPUT_FOLDER = join(PROJECT_FOLDER, 'bundle');

/**
 * Bundles functions, by default all, into `<outputFolder>/<name>/index.mjs` with a linked source map. The same sources always
 * give the same bytes.
 */
export async function bundleFunctions(
  outputFolder: string,
  sources: readonly FunctionSource[] = functionSources(),
): Promise<BundledFunction[]> {
  const { outputFiles } = await build(buildOptions(sources));
  await writeOutput(outputFiles, outputFolder);
  return bundlesIn(outputFolder, sources);
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

/** The files in the bundles of functions, by path, with their bytes in the bundle. */
export async function describeBundles(sources: readonly FunctionSource[]): Promise<Metafile> {
  const { metafile } = await build({ ...buildOptions(sources), metafile: true });
  return metafile;
}

function buildOptions(sources: readonly FunctionSource[]) {
  return {
    absWorkingDir: PROJECT_FOLDER,
    entryPoints: sources.map((source) => ({
      in: functionEntry(source),
      out: `${source.name}/index`,
    })),
    outdir: NOMINAL_OUTPUT_FOLDER,
    outExtension: { '.js': '.mjs' },
    write: false,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // ES modules come first, for tree shaking: no function calls most of the DynamoDB client.
    mainFields: ['module', 'main'],
    external: [ADDON_PACKAGE],
    plugins: [
      builtConsole,
      functionEntries,
      credentialsFromEnvironment,
      endpointsInMap,
      errorsOfItemsOnly,
      settingsWithoutTexts,
      withoutEventStreams,
      withoutProxies,
      kmsErrorsByName,
      builtinsWithoutImport,
    ],
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

const CREDENTIALS = fileURLToPath(new URL('../../../shared/lambda/credentials.ts', import.meta.url));

const ENDPOINT_MAP = fileURLToPath(new URL('../../../shared/lambda/endpoint-map.ts', import.meta.url));

/** The SDK's clients read credentials from the environment only: functions have no others. */
export const credentialsFromEnvironment: Plugin = {
  name: 'credentials-from-environment',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({ path: CREDENTIALS })),
};

/** Replaces two packages for discovered endpoints, which functions do not use, with a map. */
export const endpointsInMap: Plugin = {
  name: 'endpoints-in-map',
  setup: ({ onResolve }) => onResolve({ filter: /^mnemonist\/lru-cache$/ }, () => ({ path: ENDPOINT_MAP })),
};

/** The client of KMS has a class for each of its 50 errors. Without them an error has the same name, and 12 KB less code. */
export const kmsErrorsByName: Plugin = {
  name: 'kms-errors-by-name',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]client-kms[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(/^n0_registry\.registerError\(.*\);$/gm, ''),
    })),
};

/** Functions neither back up nor replicate tables. Without the errors of that, the client of DynamoDB has 6 KB less code. */
const errorsOfItemsOnly: Plugin = {
  name: 'errors-of-items-only',
  setup: ({ onLoad }) =>
    onLoad(
      { filter: /[\\/]client-dynamodb[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ },
      async ({ path }) => ({
        contents: (await readFile(path, 'utf8')).replaceAll(
          /^n0_registry\.registerError\(\w*(?:Backup|DuplicateItem|Export|GlobalTable|Import|IndexNotFound|ItemCollection|PointInTime|Policy|Replica|RestoreTime|Table(?:Already|InUse|NotFound))\w*\$, \w+\);$/gm,
          '',
        ),
      }),
    ),
};

/** No operation of Guard has an event stream, so the SDK's code for them, 9 KB, is never called. */
const withoutEventStreams: Plugin = {
  name: 'without-event-streams',
  setup: ({ onLoad }) =>
    onLoad(
      { filter: /[\\/]@smithy[\\/]core[\\/]dist-es[\\/]submodules[\\/]event-streams[\\/]index\.js$/ },
      () => ({
        contents: `
          export class EventStreamSerde {}
          export const eventStreamSerdeProvider = () => undefined;
          export const resolveEventStreamSerdeConfig = (config) => config;`,
      }),
    ),
};

/** Pushes are sent by Guard's own request, so web-push's code for proxies, 19 KB, is never called. */
const withoutProxies: Plugin = {
  name: 'without-proxies',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]https-proxy-agent[\\/]dist[\\/]index\.js$/ }, () => ({
      contents: 'module.exports = {};',
    })),
};

/** Only documents read the texts of settings. */
const settingsWithoutTexts: Plugin = {
  name: 'settings-without-texts',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]shared[\\/]lambda[\\/]settings\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        /(?<=^ {4}|, )text:\s+(['"`]).*?\1,?(?= \}|$)/gm,
        '',
      ),
      loader: 'ts',
    })),
};

const BUILTIN = 'node-builtin';

/** The ways in which a module names another one: ES modules by `import`, CommonJS by `require`, which no ES module has. */
const NAMINGS: readonly ImportKind[] = ['import-statement', 'dynamic-import', 'require-call'];

/**
 * Loads Node's built-in modules without an import. An import reads every export of a module, and one export of `node:http`
 * loads all of `fetch` and WebSocket: 33 of the 105 milliseconds of a cold start. A package in CommonJS needs it to run at all.
 */
export const builtinsWithoutImport: Plugin = {
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
