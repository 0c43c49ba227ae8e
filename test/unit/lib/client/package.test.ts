import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../../../lib/client/package.json' with { type: 'json' };

const CLIENT = new URL('../../../../lib/client/', import.meta.url);
/** The generator runs in this repository only. */
const GENERATOR = 'generate/';

test('The typed client compiles with browser types only, without types of Node', async () => {
  const tsc = createRequire(CLIENT).resolve('typescript/bin/tsc');
  const run = promisify(execFile)(process.execPath, [tsc, '-p', fileURLToPath(CLIENT), '--noEmit']);
  expect(await run.catch(({ stdout }: { stdout: string }) => stdout)).toMatchObject({ stdout: '' });
});

test('The package of the typed client has no dependency', async () => {
  expect(packageJson).not.toHaveProperty('dependencies');
  expect(packageJson).not.toHaveProperty('peerDependencies');
  const files = (await readdir(CLIENT, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !/^(dist|node_modules)\//.test(file) && !file.startsWith(GENERATOR),
  );
  expect(files).toContain('index.ts');
  for (const file of files) {
    const source = await readFile(new URL(file, CLIENT), 'utf8');
    const imported = [...source.matchAll(/ from '([^']+)'/g)].map(([, name]) => name);
    expect(imported.filter((name) => !name?.startsWith('.'))).toEqual([]);
    // Missing or incomplete in React Native.
    expect(source).not.toMatch(
      /URLSearchParams|structuredClone|AbortSignal\.(any|timeout)|new URL\(|\.throwIfAborted\(/,
    );
  }
});
