import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildConsole, filesOf } from '../../../../../lib/console/build/build-console.ts';
import { builtConsole } from '../../../../../lib/console/build/built-console-plugin.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guard-built-console-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function bundleOf(code: string): Promise<string> {
  const outfile = join(folder, `${code.length}.mjs`);
  await build({
    stdin: { contents: code, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    outfile,
    plugins: [builtConsole],
  });
  return outfile;
}

const FILE = "'./lib/console/build/built-console.ts'";

test('A function that serves the console has the built files in its bundle, and no compiler', async () => {
  const bundle = await bundleOf(`export { consoleFiles, consoleNames } from ${FILE};`);
  const files = await buildConsole();
  const { consoleFiles, consoleNames } = await import(pathToFileURL(bundle).href);
  expect(await consoleFiles()).toEqual(filesOf(files));
  expect((await consoleNames()).script).toBe(files.script.name);
  expect(await readFile(bundle, 'utf8')).not.toMatch(/esbuild|rolldown/);
});

test('A function that imports only the console’s file names has no contents of these files in its bundle', async () => {
  const bundle = await bundleOf(`export { consoleNames as names } from ${FILE};`);
  expect((await readFile(bundle, 'utf8')).length).toBeLessThan(500);
});
