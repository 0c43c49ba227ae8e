import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

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

const BUILTIN = 'node-builtin';

/**
 * Loads Node's built-in modules without an import. An import reads every export of a module, and one export of `node:http`
 * loads all of `fetch` and WebSocket: 33 of the 105 milliseconds of a cold start.
 */
export const builtinsWithoutImport: Plugin = {
  name: 'builtins-without-import',
  setup({ onResolve, onLoad }) {
    const builtins = new Set(builtinModules);
    onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path, kind }) =>
      kind === 'import-statement' && (path.startsWith('node:') || builtins.has(path))
        ? { path, namespace: BUILTIN }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: BUILTIN }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};
