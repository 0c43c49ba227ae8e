import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { loadFunctions } from '../../../../lib/local/functions.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
});

async function writeFunction(name: string, code: string) {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'index.mjs'), code);
}

test('The local server imports a function once', async () => {
  await writeFunction('get-thing', 'export const handler = () => 1;');
  const functions = loadFunctions(folder, 'authorizer');
  expect(await functions.endpoint('get-thing')).toBe(await functions.endpoint('get-thing'));
});

test('After a build, the local server imports only rebuilt functions again', async () => {
  await writeFunction('get-thing', 'export const handler = () => 1;');
  await writeFunction('authorizer', 'export const handler = () => 1;');
  const functions = loadFunctions(folder, 'authorizer');
  const [first, authorizer] = [await functions.endpoint('get-thing'), await functions.authorizer()];
  await writeFunction('get-thing', 'export const handler = () => 2;');
  expect(await functions.endpoint('get-thing')).toBe(first);
  functions.reload(['get-thing']);
  expect(String(await functions.endpoint('get-thing'))).toBe('() => 2');
  expect(await functions.authorizer()).toBe(authorizer);
  functions.reload();
  expect(await functions.authorizer()).not.toBe(authorizer);
});

test('The local server repeats a failed import of a function', async () => {
  const functions = loadFunctions(folder, 'authorizer');
  await expect(functions.endpoint('get-thing')).rejects.toThrow(/get-thing/);
  await writeFunction('get-thing', 'export const handler = () => 1;');
  expect(await functions.endpoint('get-thing')).toBeTypeOf('function');
});

test('A function without a handler is an error on the local server', async () => {
  await writeFunction('get-thing', 'export const handler = 1;');
  await expect(loadFunctions(folder, 'authorizer').endpoint('get-thing')).rejects.toThrow(
    'The function get-thing exports no handler.',
  );
});

test('Two local servers in one process do not share functions', async () => {
  await writeFunction('get-thing', 'export const handler = () => 1;');
  const [first, second] = [loadFunctions(folder, 'a'), loadFunctions(folder, 'a')];
  expect(await first.endpoint('get-thing')).not.toBe(await second.endpoint('get-thing'));
});
