import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '../../../../functions/routes.ts';
import { triggers } from '../../../../functions/triggers.ts';
import { createFunctionBuilder } from '../../../../lib/local/build-functions.ts';
import { makeFunctionsFolder } from '../../../../lib/local/functions-folder.ts';

const names = [...routes, ...triggers].map(({ name }) => name).sort();

const folder = await makeFunctionsFolder();
afterAll(() => folder.remove());
const builder = createFunctionBuilder(folder.path);
const built = await builder.build();

/** The lines that a program prints in a process of its own, which transforms nothing: so `npm start` runs functions. */
async function run(program: string): Promise<unknown[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
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
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const filesOf = (these: readonly string[]) =>
  JSON.stringify(these.map((name) => join(folder.path, name, 'index.mjs')));

describe('functions for this machine', () => {
  test('The local server builds a function for every route and trigger', () => {
    expect(built).toEqual(names);
  });

  test('Node can import all functions that the local server builds', async () => {
    const imported = await run(`
      for (const file of ${filesOf(names)}) {
        const { handler } = await import(file).catch((error) => ({ handler: error.message }));
        console.log(JSON.stringify(typeof handler === 'function' ? 'runs' : file + ': ' + handler));
      }`);
    expect(imported).toEqual(names.map(() => 'runs'));
  });

  test('Each function of the local server has its own runtime and cold start, as on AWS', async () => {
    const logged = await run(`
      const event = {
        path: '/docs/api', headers: {}, pathParameters: null, queryStringParameters: null, body: null,
        requestContext: { requestId: '1', path: '/docs/api', domainName: 'localhost' },
      };
      for (const file of ${filesOf(['get-health', 'get-reference', 'get-health'])}) {
        const { handler } = await import(file);
        await handler({ ...event }, { functionName: 'test' });
      }`);
    const requests = z.array(z.looseObject({ cold_start: z.boolean() })).parse(logged.filter(isRequestLine));
    expect(requests.map(({ cold_start }) => cold_start)).toEqual([true, true, false]);
  });

  test('The local server rebuilds only the functions of which a source changed', async () => {
    expect(await builder.build()).toEqual([]);
  });
});

function isRequestLine(line: unknown): boolean {
  return typeof line === 'object' && line !== null && 'cold_start' in line;
}
