import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { functionSources } from '../../functions/sources.ts';
import { bundleFunctions } from '../../lib/cdk/functions/bundle.ts';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { RELEASE_FILE } from '../../shared/lambda/release.ts';
import { startFaultyEngine } from '../support/faulty-engine.ts';
import { functionVariables } from '../support/function-variables.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { type LambdaRun, runAsLambda, TRACE_ID } from '../support/run-as-lambda.ts';
import { lambdaFunctions } from '../support/table-use/lambda-functions.ts';

/** The functions under test. */
const RUN = new Set(['authorizer', 'list-alerts', 'login']);

/** The commit of the deployed code. */
const RELEASE = '4f9c2b7d1e0a8356c9d4e7f2b1a06d8c3e5f9071';

const WRONG_PASSWORD = 'not the password of anybody';

/** The folder with the argon2 addon, which is not part of the bundles. */
const CACHE_FOLDER = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

let guard: TestGuard;
let folder: string;
let token: string;
let authorizer: LambdaRun;
let list: LambdaRun;
let login: LambdaRun;
/** A list with 8 parallel calls, one of which fails immediately. */
let failed: LambdaRun;

/** Runs the deployed, minified code as Lambda does. Only the engine is local. */
beforeAll(async () => {
  // DynamoDB Local counts no read units for a query without items.
  guard = await startGuard({ hasDemoAlerts: true });
  await mkdir(CACHE_FOLDER, { recursive: true });
  folder = await mkdtemp(join(CACHE_FOLDER, 'guard-telemetry-'));
  const bundled = await bundleFunctions(
    folder,
    functionSources().filter(({ name }) => RUN.has(name)),
  );
  await Promise.all(bundled.map((it) => writeFile(join(it.folder, RELEASE_FILE), RELEASE)));
  guard.clock.now = new Date(); // the clock of a process of its own
  token = await guard.signIn('operator@acme.test');
  const authorization = {
    type: 'TOKEN',
    methodArn: 'arn:aws:execute-api:eu-west-1:000000000000:abc/prod/GET/api/v1/alerts',
    authorizationToken: `Bearer ${token}`,
  };
  authorizer = await run('authorizer', [
    authorization,
    { ...authorization, authorizationToken: 'Bearer 1|x' },
  ]);
  const { context } = authorizer.results[0] as { context: object };
  list = await run('list-alerts', [
    listEvent(context, { status: 'active' }),
    listEvent(context, { limit: 'x' }),
  ]);
  login = await run('login', [loginEvent(DEMO_PASSWORD), loginEvent(WRONG_PASSWORD)]);
  const engine = await startFaultyEngine(guard.table.endpoint);
  const everything = { ...context, role: 'platform_admin' };
  const query = { status: 'resolved' };
  const events = [listEvent(everything, query), listEvent(everything, query)];
  failed = await run('list-alerts', events, { DYNAMODB_ENDPOINT: engine.endpoint });
  await engine.stop();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await guard.stop();
});

function run(name: string, events: readonly object[], variables: Record<string, string> = {}) {
  const code = join(folder, name);
  const stage = { stage: 'prod', release: RELEASE, tokenExpirationMinutes: 60 };
  const settings = functionVariables({ ...stage, tableName: guard.table.name });
  const declared = lambdaFunctions.find((it) => it.name === name)?.settings ?? [];
  return runAsLambda(code, events, {
    ...Object.fromEntries(declared.map((setting) => [setting, settings[setting]])),
    DYNAMODB_ENDPOINT: guard.table.endpoint,
    LAMBDA_TASK_ROOT: code,
    AWS_LAMBDA_FUNCTION_VERSION: '7',
    ...variables,
  });
}

function loginEvent(password: string) {
  return {
    headers: { 'Content-Type': 'application/json' },
    queryStringParameters: null,
    pathParameters: null,
    body: JSON.stringify({ email: 'operator@acme.test', password }),
    requestContext: {
      requestId: 'request-2',
      domainName: 'api.example.com',
      path: '/prod/api/v1/auth/login',
      identity: { sourceIp: '192.0.2.1' },
    },
  };
}

function listEvent(authorizerContext: object, query: Record<string, string>) {
  return {
    headers: { Authorization: `Bearer ${token}`, 'X-Correlation-Id': 'shift-7' },
    queryStringParameters: query,
    multiValueQueryStringParameters: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, [v]])),
    pathParameters: null,
    body: null,
    requestContext: {
      requestId: 'request-1',
      domainName: 'api.example.com',
      path: '/prod/api/v1/alerts',
      identity: { sourceIp: '192.0.2.1' },
      authorizer: authorizerContext,
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: log lines and metrics
function linesOf({ output }: LambdaRun): any[] {
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('The deployed code of the functions answers requests, and its log has only lines of JSON', () => {
  expect(list.results).toMatchObject([{ statusCode: 200 }, { statusCode: 422 }]);
  expect(authorizer.results).toMatchObject([
    { policyDocument: { Statement: [{ Effect: 'Allow' }] } },
    { policyDocument: { Statement: [{ Effect: 'Deny' }] } },
  ]);
  for (const line of [...linesOf(list), ...linesOf(authorizer)]) {
    expect(line.service).toBe('guard-prod');
  }
});

test('The log line of a request contains its trace id and its correlation id', () => {
  const requests = linesOf(list).filter(({ message }) => message === 'request');
  expect(requests).toMatchObject([
    {
      route: 'list-alerts',
      status: 200,
      correlation_id: 'shift-7',
      cold_start: true,
      read_units: expect.any(Number),
    },
    {
      route: 'list-alerts',
      status: 422,
      correlation_id: 'shift-7',
      cold_start: false,
      code: 'validation_failed',
    },
  ]);
  expect(requests[0].read_units).toBeGreaterThan(0);
  for (const line of requests) expect(line.xray_trace_id).toBe(TRACE_ID);
});

test('Every log line names the commit and the version of the function', () => {
  const lines = [list, authorizer, login, failed].flatMap(linesOf).filter(({ level }) => level !== undefined);
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) expect(line).toMatchObject({ release: RELEASE, function_version: '7' });
});

test('An invocation of a function writes one log line, which contains its metrics', () => {
  expect(linesOf(list)).toHaveLength(2);
  for (const it of linesOf(list)) {
    expect(it).toMatchObject({ message: 'request', level: 'INFO', group: 'alerts', Runs: 1 });
    expect(it._aws.CloudWatchMetrics[0].Metrics).toEqual([{ Name: 'Runs', Unit: 'Count' }]);
  }
  const runs = linesOf(authorizer).filter(({ message }) => message === 'run');
  expect(runs).toHaveLength(2);
  for (const it of runs) expect(it).toMatchObject({ group: 'authorizer', Runs: 1, table_retries: 0 });
});

test('A cold start of a function is counted once as a metric', () => {
  for (const { output } of [list, authorizer]) {
    expect(output.match(/"ColdStart":1/g)).toHaveLength(1);
  }
});

test('The log line of a request contains the totals of its table calls', () => {
  const [answered, refused] = linesOf(list).filter(({ message }) => message === 'request');
  // The assignment and the counter in parallel, then a query for each site.
  expect(answered).toMatchObject({ table_retries: 0 });
  expect(answered.table_calls).toBeGreaterThan(2);
  expect(answered.table_ms).toBeGreaterThan(0);
  expect(answered.table_ms).toBeLessThan(answered.duration_ms + 2);
  expect(refused.table_calls).toBe(2);
});

test('When one of several concurrent table calls of a request fails, the response waits for the others, and the log counts them', () => {
  expect(failed.results).toMatchObject([{ statusCode: 500 }, { statusCode: 200 }]);
  const requests = linesOf(failed).filter((it) => it.message === 'request');
  const ids = { request_id: 'request-1', correlation_id: 'shift-7' };
  expect(requests).toMatchObject([
    { status: 500, code: 'internal_error', ...ids },
    { status: 200, ...ids },
  ]);
  expect(requests[0].table_calls).toBe(requests[1].table_calls);
  expect(requests[0].read_units).toBeGreaterThan(0);
  const error = linesOf(failed).find((it) => it.message === 'Unexpected error');
  expect(error).toMatchObject({ level: 'ERROR', xray_trace_id: TRACE_ID, ...ids });
  // A stack names the sources although the code is minified.
  expect(error.error.stack).toMatch(/ shared\/\w+\/[\w-]+\.ts:\d+:\d+|\(shared\/\w+\/[\w-]+\.ts:\d+:\d+/);
});

test('Neither the log nor the metrics of functions contain a password or a token', () => {
  expect(login.results).toMatchObject([{ statusCode: 200 }, { statusCode: 401 }]);
  const { token: issued } = JSON.parse((login.results[0] as { body: string }).body);
  const runs = [list, authorizer, login, failed];
  const output = runs.map(({ output }) => output).join('');
  for (const secret of [token.split('|')[1], issued.split('|')[1], DEMO_PASSWORD, WRONG_PASSWORD]) {
    expect(output).not.toContain(secret);
  }
  expect(output).not.toMatch(/guard_|bearer|secret_hash|argon2/i);
});
