import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { functionSources } from '../../../../functions/sources.ts';
import { loadFunctions, ringAfterWrites } from '../../../../lib/local/functions.ts';
import { PROJECT_FOLDER } from '../../../../lib/local/settings.ts';
import { Bell } from '../../../../lib/local/triggers/host.ts';
import { connectTable } from '../../../../shared/table/table.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

describe('functions', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  /** The source of a function with this code. */
  async function sourceOf(code: string, makeHandler?: string) {
    const file = join(folder, 'get-thing.mjs');
    await writeFile(file, code);
    const entry = relative(PROJECT_FOLDER, file);
    return [{ name: 'get-thing', entry, makeHandler, hashesPasswords: false, files: [] }];
  }

  test('The local server creates a function’s handler once and uses it for all calls', async () => {
    const find = loadFunctions(await sourceOf('export const makeIt = () => () => 1;', 'makeIt'));
    expect(await find('get-thing')).toBe(await find('get-thing'));
  });

  test.each(['export const handler = 1;', 'export const other = () => 1;'])(
    'The local server fails to load a function that exports no handler (%s)',
    async (code) => {
      await expect(loadFunctions(await sourceOf(code))('get-thing')).rejects.toThrow(
        'The function get-thing exports no handler.',
      );
    },
  );

  test('The local server fails with an error if an unknown function is called', async () => {
    await expect(loadFunctions([])('get-thing')).rejects.toThrow('There is no function get-thing.');
  });

  test('Two local servers in one process create separate handlers of a function', async () => {
    const sources = await sourceOf('export const makeIt = () => () => 1;', 'makeIt');
    expect(await loadFunctions(sources)('get-thing')).not.toBe(await loadFunctions(sources)('get-thing'));
  });

  test('The functions of a local server share the connection to its table', async () => {
    vi.stubEnv('GUARD_STAGE', 'test');
    onTestFinished(() => void vi.unstubAllEnvs());
    const sources = await sourceOf('export const makeIt = (runtime) => () => runtime().table;', 'makeIt');
    const table = connectTable({ tableName: 'guard-test', dynamodbEndpoint: 'http://127.0.0.1:1' });
    const handler = await loadFunctions(sources, table)('get-thing');
    expect(handler({}, {} as never)).toBe(table);
    table.client.destroy();
  });

  /** The lines that a program prints in a process of its own, where Node strips the types: so `npm start` runs functions. */
  async function run(program: string): Promise<unknown[]> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { functionSources } from './functions/sources.ts';
      import { loadFunctions } from './lib/local/functions.ts';
      const find = loadFunctions(functionSources());
      ${program}`,
      ],
      {
        cwd: PROJECT_FOLDER,
        env: {
          ...process.env,
          POWERTOOLS_LOG_LEVEL: 'INFO',
          AWS_REGION: 'local',
          AWS_ACCESS_KEY_ID: 'local',
          AWS_SECRET_ACCESS_KEY: 'local',
          AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
          GUARD_STAGE: 'test',
          GUARD_RELEASE: 'test',
          GUARD_CORS_ORIGIN: '*',
        },
      },
    );
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  describe('functions of the local server', () => {
    test('Node can import every function directly from its TypeScript source', async () => {
      const imported = await run(`
      for (const { name } of functionSources()) {
        const handler = await find(name).catch((error) => name + ': ' + error.message);
        console.log(JSON.stringify(typeof handler === 'function' ? name : handler));
      }`);
      expect(imported).toEqual(functionSources().map(({ name }) => name));
    });

    test('On the local server, each function logs its own cold start once, as on AWS', async () => {
      const logged = await run(`
      const event = {
        path: '/docs/api', headers: {}, pathParameters: null, queryStringParameters: null, body: null,
        requestContext: { requestId: '1', path: '/docs/api', domainName: 'localhost' },
      };
      for (const name of ['get-health', 'get-reference', 'get-health']) {
        const handler = await find(name);
        await handler({ ...event }, { functionName: 'test' });
      }`);
      const requests = z
        .array(z.looseObject({ cold_start: z.boolean() }))
        .parse(logged.filter(isRequestLine));
      expect(requests.map(({ cold_start }) => cold_start)).toEqual([true, true, false]);
    });
  });

  function isRequestLine(line: unknown): boolean {
    return typeof line === 'object' && line !== null && 'cold_start' in line;
  }
});

describe('ringAfterWrites', () => {
  const routes = [
    { name: 'list-sites', method: 'GET' },
    { name: 'create-site', method: 'POST' },
  ] as const;

  /** Whether it has rung when the function of a route has ended. */
  async function rings(name: string, handler: () => Promise<void>): Promise<boolean> {
    const bell = new Bell();
    const { signal } = bell;
    const endpoint = ringAfterWrites(async () => handler, routes, bell);
    const run = await endpoint(name);
    expect(signal.aborted).toBe(false);
    await Promise.resolve(run({} as never, {} as never)).catch(() => {});
    return signal.aborted;
  }

  test('After a function that can write has run, even with an error, the local server reads the stream at once', async () => {
    expect(await rings('create-site', async () => {})).toBe(true);
    expect(await rings('create-site', () => Promise.reject(new Error('no')))).toBe(true);
  });

  test('After a function that can only read has run, the local server does not read the stream', async () => {
    expect(await rings('list-sites', async () => {})).toBe(false);
  });
});
