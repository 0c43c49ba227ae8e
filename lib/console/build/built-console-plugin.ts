import type { Plugin } from 'esbuild';
import { buildConsole } from './build-console.ts';

/**
 * Puts the built console in the place of `functions/console/built-console.ts`, which builds it as it is imported: a
 * function has no compiler beside it. What needs the names only gets no texts.
 */
export const builtConsole: Plugin = {
  name: 'built-console',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]functions[\\/]console[\\/]built-console\.ts$/ }, async () => {
      const files = await buildConsole();
      const names = Object.fromEntries(Object.entries(files).map(([part, { name }]) => [part, name]));
      return {
        contents: [
          `export const CONSOLE_NAMES = ${JSON.stringify(names)};`,
          `export const CONSOLE_FILES = ${JSON.stringify(Object.values(files))};`,
        ].join('\n'),
      };
    }),
};
