import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleFunctions } from '../../lib/bundle.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { type LambdaRun, runAsLambda, TRACE_ID } from '../support/run-as-lambda.ts';

let guard: TestGuard;
let folder: string;
let token: string;
let authorizer: LambdaRun;
let list: LambdaRun;

/** The code that is deployed, minified and run as Lambda runs it: only the engine and the daemon are local. */
beforeAll(async () => {
  guard = await startGuard();
  folder = await mkdtemp(join(tmpdir(), 'guard-telemetry-'));
  await bundleFunctions({ outputFolder: folder, minify: true });
  guard.clock.now = new Date(); // which is what a process of its own goes by
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
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await guard.stop();
});

function run(name: string, events: readonly object[]): Promise<LambdaRun> {
  return runAsLambda(join(folder, name), events, {
    TABLE_NAME: guard.table.name,
    DYNAMODB_ENDPOINT: guard.table.endpoint,
    GUARD_STAGE: 'prod',
  });
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

test('the code as deployed answers, and writes nothing but JSON lines', () => {
  expect(list.results).toMatchObject([{ statusCode: 200 }, { statusCode: 422 }]);
  expect(authorizer.results).toMatchObject([
    { policyDocument: { Statement: [{ Effect: 'Allow' }] } },
    { policyDocument: { Statement: [{ Effect: 'Deny' }] } },
  ]);
  for (const line of [...linesOf(list), ...linesOf(authorizer)]) {
    expect(line.service).toBe('guard-prod');
  }
});

test('the line of a request joins its trace and its correlation id', () => {
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

test('a cold start is a metric of its function, once', () => {
  for (const { output } of [list, authorizer]) {
    expect(output.match(/"ColdStart":1/g)).toHaveLength(1);
    expect(output).toContain('"function_name":"guard-test-function"');
  }
});

test('the calls to the table stand in the trace beneath the function', () => {
  const [handling] = list.segments.filter(({ name }) => name === '## list-alerts');
  expect(handling).toMatchObject({
    trace_id: TRACE_ID,
    annotations: {
      ColdStart: true,
      Service: 'guard-prod',
      request_id: 'request-1',
      correlation_id: 'shift-7',
      status: 200,
    },
  });
  const calls = list.segments.filter(({ name }) => name === 'DynamoDB');
  expect(calls.map(({ aws }) => aws.operation)).toContain('Query');
  for (const { parent_id, aws } of calls.slice(0, 2)) {
    expect(parent_id).toBe(handling.id);
    expect(aws).toMatchObject({ table_name: guard.table.name });
  }
  expect(authorizer.segments.map(({ name }) => name)).toContain('## authorizer');
});

test('what a client got wrong is no fault in the trace', () => {
  for (const segment of list.segments) expect([segment.fault, segment.error]).toEqual([undefined, undefined]);
});

test('neither the log, nor the metrics, nor the trace hold a token', () => {
  const told = [list, authorizer].map(({ output, segments }) => output + JSON.stringify(segments)).join('');
  expect(told).not.toContain(token.split('|')[1]);
  expect(told).not.toMatch(/guard_|bearer|secret_hash|argon2/i);
});
