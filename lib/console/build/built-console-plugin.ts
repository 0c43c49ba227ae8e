import { deflateRawSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { type BuiltConsole, buildConsole } from './build-console.ts';

/**
 * Puts the built console in the place of `functions/console/built-console.ts`, which builds it as it is imported: a
 * function has no compiler beside it.
 */
export const builtConsole: Plugin = {
  name: 'built-console',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]functions[\\/]console[\\/]built-console\.ts$/ }, async () => ({
      contents: moduleOf(await buildConsole()),
    })),
};

/**
 * What exports the same as the file that it replaces. The texts are compressed, since a bundle is read as a whole at
 * each cold start; what needs the names only gets no texts.
 */
function moduleOf(files: BuiltConsole): string {
  const names = Object.fromEntries(Object.entries(files).map(([part, { name }]) => [part, name]));
  const packed = deflateRawSync(JSON.stringify(Object.values(files)), { level: 9 }).toString('base64');
  return `
    export const CONSOLE_NAMES = ${JSON.stringify(names)};
    function unpack() {
      const { inflateRawSync } = process.getBuiltinModule('node:zlib');
      return JSON.parse(inflateRawSync(Buffer.from('${packed}', 'base64')).toString());
    }
    export const CONSOLE_FILES = /* @__PURE__ */ unpack();
  `;
}
