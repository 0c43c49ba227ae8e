import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { createSourceNamer } from '../../../../shared/lambda/runtime.ts';

const SOURCE = `
function refuse(): never {
  throw new Error('refused', { cause: new TypeError('no table') });
}

export const handler = () => refuse();
`;

const folder = await mkdtemp(join(tmpdir(), 'guard-sources-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const code = join(folder, 'bundle', 'fail');

/**
 * What the deployed code throws: minified, with its map next to it, in a process of its own, since the runner of the tests
 * names sources itself.
 */
async function readStacks(): Promise<[stack: string, ofCause: string]> {
  await mkdir(join(folder, 'functions'), { recursive: true });
  await writeFile(join(folder, 'functions', 'fail.ts'), SOURCE);
  await build({
    entryPoints: [join(folder, 'functions', 'fail.ts')],
    outfile: join(code, 'index.mjs'),
    bundle: true,
    minify: true,
    format: 'esm',
    sourcemap: 'linked',
    logLevel: 'silent',
  });
  const program = `
    const { handler } = await import(${JSON.stringify(pathToFileURL(join(code, 'index.mjs')).href)});
    try { handler(); } catch ({ stack, cause }) { console.log(JSON.stringify([stack, cause.stack])); }`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return JSON.parse(stdout);
}

const [stack, stackOfCause] = await readStacks();

function thrown(): Error {
  const cause = Object.assign(new TypeError('no table'), { stack: stackOfCause });
  return Object.assign(new Error('refused', { cause }), { stack });
}

test('The stack traces of an error and of its cause name lines of the source files, without the build folder', () => {
  const error = thrown();
  const { message } = error;
  createSourceNamer(code)(error);
  expect(error.stack).toMatch(/^Error: refused\n/);
  expect(error.stack).toMatch(/ at \S+ \(functions\/fail\.ts:3:9\)/);
  expect(error.stack).toContain('functions/fail.ts:6:');
  expect(error.cause).toMatchObject({ stack: expect.stringContaining('functions/fail.ts:3:') });
  expect(error.message).toBe(message);
  // Frames of other files stay.
  expect(error.stack).toContain('[eval1]:3:');
});

test('An error without a stack or source map stays unchanged, and a thrown value that is not an error becomes an unknown error', () => {
  const error = thrown();
  createSourceNamer(undefined)(error);
  createSourceNamer(folder)(error);
  expect(error.stack).toBe(stack);
  const bare = Object.assign(new Error('bare'), { stack: undefined });
  const nameSources = createSourceNamer(code);
  expect(nameSources(bare)).toBe(bare);
  for (const other of ['text', undefined, null, 7]) expect(nameSources(other)).toEqual(new Error('unknown'));
  expect(bare.stack).toBeUndefined();
});
