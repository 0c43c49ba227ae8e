import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';

const CLIENT = new URL('../../lib/client/', import.meta.url);
const readme = await readFile(new URL('README.md', CLIENT), 'utf8');
const [beginning = '', ...others] = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(
  ([, code = '']) => code,
);

/** Each example continues the first. */
const examples = [beginning, ...others.map((code) => mergeImports(`${beginning}${code}`))];

let service: TestGuard;
let folder: string;

beforeAll(async () => {
  service = await startGuard();
  folder = await mkdtemp(join(tmpdir(), 'guard-client-readme-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

test.each([...examples.entries()])(
  'Example %i of the typed client’s README runs',
  async (number, example) => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const code = example
      .replaceAll("'@guard/client'", `'${new URL('index.ts', CLIENT)}'`)
      .replaceAll('https://guard.example.com/prod', service.url);
    const file = join(folder, `run-${number}.ts`);
    await writeFile(file, code);
    await import(/* @vite-ignore */ pathToFileURL(file).href);
    expect(log).toHaveBeenCalledWith('Hello, Acme Master (tenant_master)');
    expect(log.mock.calls.flat()).not.toContain('Please sign in again.');
  },
);

test('The examples of the typed client’s README compile for browsers and for Node.js', async () => {
  await Promise.all(examples.map((code, number) => writeFile(join(folder, `example-${number}.ts`), code)));
  const paths = { '@guard/client': [fileURLToPath(new URL('index.ts', CLIENT))] };
  const compilerOptions = {
    noEmit: true,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
  };
  const config = {
    extends: fileURLToPath(new URL('tsconfig.json', CLIENT)),
    compilerOptions: { ...compilerOptions, paths, rootDir: '/', noUnusedLocals: false },
    files: examples.map((_, number) => `example-${number}.ts`),
  };
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = createRequire(CLIENT).resolve('typescript/bin/tsc');
  const run = promisify(execFile)(process.execPath, [tsc, '-p', folder]);
  expect(await run.catch(({ stdout }: { stdout: string }) => stdout)).toMatchObject({ stdout: '' });
});

/** Two imports from the client become one. */
function mergeImports(code: string): string {
  const names = new Set<string>();
  const rest = code.replace(/^import \{ (.*) \} from '@guard\/client';\n/gm, (_, list: string) => {
    for (const name of list.split(', ')) names.add(name);
    return '';
  });
  return `import { ${[...names].join(', ')} } from '@guard/client';\n${rest}`;
}
