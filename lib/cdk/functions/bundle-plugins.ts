import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ImportKind, Plugin } from 'esbuild';

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
export const errorsOfItemsOnly: Plugin = {
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
export const withoutEventStreams: Plugin = {
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
export const withoutProxies: Plugin = {
  name: 'without-proxies',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]https-proxy-agent[\\/]dist[\\/]index\.js$/ }, () => ({
      contents: 'module.exports = {};',
    })),
};

/** Only documents read the texts of settings. */
export const settingsWithoutTexts: Plugin = {
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
