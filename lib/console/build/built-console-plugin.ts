import { deflateRawSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { type BuiltConsole, buildConsole, filesOf, namesOf } from './build-console.ts';

/** Replaces `built-console.ts`, which builds the console when it is imported: a function has no compiler. */
export const builtConsole: Plugin = {
  name: 'built-console',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]lib[\\/]console[\\/]build[\\/]built-console\.ts$/ }, async () => ({
      contents: moduleOf(await buildConsole()),
    })),
};

/**
 * A module with the same exports as the file that it replaces. The texts are compressed, because each cold start reads the
 * whole bundle. A bundle that imports the names only does not contain the texts.
 */
function moduleOf(built: BuiltConsole): string {
  const packed = deflateRawSync(JSON.stringify(filesOf(built)), { level: 9 }).toString('base64');
  return `
    export const consoleNames = async () => (${JSON.stringify(namesOf(built))});
    let files;
    function unpack() {
      const { inflateRawSync } = process.getBuiltinModule('node:zlib');
      return JSON.parse(inflateRawSync(Buffer.from('${packed}', 'base64')).toString());
    }
    export const consoleFiles = async () => (files ??= unpack());
  `;
}
