import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '../../../../../functions/routes.ts';
import { functionSources } from '../../../../../functions/sources.ts';
import { triggers } from '../../../../../functions/triggers.ts';
import {
  type BundledFunction,
  bundleFunctions,
  bundlesIn,
  describeBundles,
} from '../../../../../lib/cdk/functions/bundle.ts';
import { bundleSample } from '../../../../support/bundle-sample.ts';
import { serveLoopback } from '../../../../support/serve-loopback.ts';

const ADDON_PACKAGES_FOLDER = fileURLToPath(new URL('../../../../../node_modules/@node-rs', import.meta.url));

const temporaryFolder = await mkdtemp(join(tmpdir(), 'guard-bundle-'));
afterAll(() => rm(temporaryFolder, { recursive: true, force: true }));

/** The hash of every file in a folder, by its path in the folder. */
async function fingerprint(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
  const hashes = paths.map(async (path) => [
    path.slice(folder.length),
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  ]);
  return Object.fromEntries(await Promise.all(hashes));
}

const outputFolder = join(temporaryFolder, 'first');
const functions: BundledFunction[] = await bundleSample(outputFolder);

describe('a bundle', () => {
  test('The build makes one bundle for the function of each route and each trigger', () => {
    const names = [...routes, ...triggers].map(({ name }) => name);
    expect(bundlesIn(outputFolder).map(({ name }) => name)).toEqual(names);
  });

  test('Function bundles can be imported without installed packages, except the argon2 addon for those that hash passwords', async () => {
    const hashing = functions.filter(({ hashesPasswords }) => hashesPasswords);
    for (const { folder } of hashing) {
      await mkdir(join(folder, 'node_modules'));
      await symlink(ADDON_PACKAGES_FOLDER, join(folder, 'node_modules', '@node-rs'));
    }
    const paths = functions.map(({ folder }) => join(folder, 'index.mjs'));
    const program = `
      const modules = await Promise.all(${JSON.stringify(paths)}.map((path) => import(path)));
      console.log(modules.map(({ handler }) => typeof handler).join());`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout.trim()).toBe(functions.map(() => 'function').join());
  });

  test.each(functions)('The source map of $name names the project’s files by relative paths', async (it) => {
    const map = z
      .object({ sources: z.array(z.string()) })
      .parse(JSON.parse(await readFile(join(it.folder, 'index.mjs.map'), 'utf8')));
    expect(map.sources).toContainEqual(expect.stringMatching(/^\.\.\/\.\.\/functions\/[\w/-]+\.ts$/));
    for (const source of map.sources)
      expect(source).toMatch(/^\.\.\/\.\.\/(docs|functions|lib|shared|node_modules)\/|^node-builtin:/);
  });

  test.each(functions)(
    'The bundle of $name has no import statement for a built-in module of Node, which would load all exports of the module',
    async (it) => {
      const code = await readFile(join(it.folder, 'index.mjs'), 'utf8');
      const imported = Array.from(code.matchAll(/(?<!")\bfrom ?"([^"()]+)"/g), ([, name]) => name);
      expect(imported).toEqual(it.hashesPasswords ? ['@node-rs/argon2'] : []);
    },
  );

  test.each([
    ['authorizer', ['DynamoDB_20120810.BatchGetItem']],
    ['list-site-alerts', ['DynamoDB_20120810.GetItem']],
    ['request-password-reset', []],
  ])(
    'While it loads, the function %s sends one read to the table if its role permits a read, and otherwise nothing',
    async (name, reads) => {
      const received: unknown[] = [];
      const { url } = await serveLoopback((request, response) => {
        received.push(request.headers['x-amz-target']);
        response.end('{}');
      });
      const environment = { DYNAMODB_ENDPOINT: url, TABLE_NAME: 'guard-test', GUARD_STAGE: 'test' };
      const account = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
      const program = `await import(${JSON.stringify(join(outputFolder, name, 'index.mjs'))}); process.exit();`;
      const parameters = ['--input-type=module', '-e', program];
      await promisify(execFile)(process.execPath, parameters, { env: { ...environment, ...account } });
      expect(received).toEqual(reads);
    },
  );

  test('The bundle of list-alerts contains only one AWS credential provider, which reads environment variables', async () => {
    const { inputs } = await describeBundles(functionSources().filter(({ name }) => name === 'list-alerts'));
    const packages = Object.keys(inputs).filter((path) => path.includes('node_modules/'));
    expect(packages.filter((path) => path.includes('/client-dynamodb/'))).not.toEqual([]);
    expect(packages.filter((path) => /\/(nested-clients|credential-provider-(?!env))/.test(path))).toEqual(
      [],
    );
  });

  test('A CommonJS package that requires built-in modules of Node runs in a bundle, although the bundle is an ES module', async () => {
    const entry = join(temporaryFolder, 'push.ts');
    const path = (file: string) => JSON.stringify(join(process.cwd(), file));
    await writeFile(
      entry,
      `import webPush from ${path('node_modules/web-push/src/index.js')};
       import { newVapidKey } from ${path('shared/notify/vapid-key.ts')};
       export function handler() {
         const subscription = {
           endpoint: 'https://push.example.com/a',
           keys: { p256dh: newVapidKey().publicKey, auth: 'A'.repeat(22) },
         };
         return webPush.generateRequestDetails(subscription, 'text', { contentEncoding: 'aes128gcm' });
       }`,
    );
    const [bundled] = await bundleFunctions(join(temporaryFolder, 'commonjs'), [
      { name: 'push', entry, hashesPasswords: false, files: [] },
    ]);
    const program = `
      const { handler } = await import(${JSON.stringify(join(bundled?.folder ?? '', 'index.mjs'))});
      console.log(handler().headers['Content-Encoding']);`;
    const parameters = ['--input-type=module', '-e', program];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, parameters);
    expect({ stdout, stderr }).toEqual({ stdout: 'aes128gcm\n', stderr: '' });
  });

  test('A function’s bundle is the same, byte for byte, whatever the output folder and the functions that are bundled with it', async () => {
    const otherFolder = join(temporaryFolder, 'deeper', 'down');
    const some = new Set(['authorizer', 'login', 'list-site-alerts', 'get-reference-asset', 'get-health']);
    await bundleFunctions(
      otherFolder,
      functionSources().filter(({ name }) => some.has(name)),
    );
    for (const name of some) {
      const code = await fingerprint(join(otherFolder, name));
      expect(Object.keys(code)).toContain('/index.mjs');
      expect(await fingerprint(join(outputFolder, name))).toMatchObject(code);
    }
  });
});
