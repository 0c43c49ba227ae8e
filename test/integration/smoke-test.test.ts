import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { API_BASE_URL_VARIABLE } from '../../shared/lambda/trigger.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

const EVENT = { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'e-1' };

let guard: TestGuard;
let codeDeploy: Awaited<ReturnType<typeof startCodeDeploy>>;

/** Receives the requests to CodeDeploy (AWS CodeDeploy API Reference, PutLifecycleEventHookExecutionStatus). */
async function startCodeDeploy() {
  const reports: unknown[] = [];
  const server = createServer(async (request, response) => {
    reports.push([request.headers['x-amz-target'], await json(request)]);
    response.setHeader('Content-Type', 'application/x-amz-json-1.1').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, reports, stop: () => server.close() };
}

beforeEach(async () => {
  guard = await startGuard({ hasDemoAlerts: true });
  codeDeploy = await startCodeDeploy();
  vi.stubEnv(API_BASE_URL_VARIABLE, guard.url);
  vi.stubEnv('AWS_ENDPOINT_URL_CODEDEPLOY', codeDeploy.url);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  codeDeploy.stop();
  await guard.stop();
});

test('The smoke test of a release reports success to CodeDeploy for a working stage of the same release', async () => {
  await guard.invoke('smoke-test', EVENT);
  expect(codeDeploy.reports).toEqual([
    [
      'CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus',
      { deploymentId: 'd-1', lifecycleEventHookExecutionId: 'e-1', status: 'Succeeded' },
    ],
  ]);
  expect(guard.metrics.map(({ name }) => name)).toContain('Releases');
});

test('The smoke test of a release reports failure to CodeDeploy when the address of the stage is unknown', async () => {
  vi.stubEnv(API_BASE_URL_VARIABLE, '');
  await expect(guard.invoke('smoke-test', EVENT)).rejects.toThrow('API_BASE_URL is not set.');
  expect(codeDeploy.reports).toMatchObject([[expect.any(String), { status: 'Failed' }]]);
});
