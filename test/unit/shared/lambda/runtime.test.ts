import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRuntime, lambdaRuntime } from '../../../../shared/lambda/runtime.ts';

test('a deployed function makes its runtime of its environment, once', () => {
  vi.stubEnv('TABLE_NAME', 'guard-prod');
  vi.stubEnv('GUARD_STAGE', 'prod');
  vi.stubEnv('AWS_LAMBDA_INITIALIZATION_TYPE', 'on-demand');
  onTestFinished(() => void vi.unstubAllEnvs());
  const runtime = lambdaRuntime();
  expect(lambdaRuntime()).toBe(runtime);
  expect(runtime.settings.stage).toBe('prod');
  expect(runtime.table.name).toBe('guard-prod');
  expect(Math.abs(runtime.clock().getTime() - Date.now())).toBeLessThan(1_000);
  expect(runtime.randomBytes(20)).toHaveLength(20);
  expect(runtime.takeColdStart()).toBe(true);
});

test('the table is connected once, when it is first asked for', () => {
  const runtime = createRuntime({ GUARD_STAGE: 'prod', TABLE_NAME: 'guard' });
  expect(runtime.table).toBe(runtime.table);
});

test('a function that is not told of the table runs all the same, and fails loudly where it uses it', () => {
  const runtime = createRuntime({ GUARD_STAGE: 'prod' });
  expect(() => runtime.table).toThrow('Wrong settings: TABLE_NAME is not set');
});

test('a function with a wrong setting does not start, whether it would come to read that or not', () => {
  expect(() => createRuntime({ GUARD_STAGE: 'prod', TOKEN_EXPIRATION: '0' })).toThrow(
    /Wrong settings:[\s\S]*TOKEN_EXPIRATION/,
  );
});

test('each line of the log says which commit and which version of the function wrote it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guard-runtime-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'release.txt'), '4f9c2b7');
  const { logger } = createRuntime({
    GUARD_STAGE: 'prod',
    LAMBDA_TASK_ROOT: folder,
    AWS_LAMBDA_FUNCTION_VERSION: '12',
  });
  expect(logger.getPersistentLogAttributes()).toEqual({ release: '4f9c2b7', function_version: '12' });
});
