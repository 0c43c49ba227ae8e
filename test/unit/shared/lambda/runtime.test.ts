import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRuntime, lambdaRuntime } from '../../../../shared/lambda/runtime.ts';

test('A deployed function creates its runtime from its environment once', () => {
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

test('A function connects to the table once, when it first uses the table', () => {
  const runtime = createRuntime({ GUARD_STAGE: 'prod', TABLE_NAME: 'guard' });
  expect(runtime.table).toBe(runtime.table);
});

test('A function without a table name starts, and fails when it uses the table', () => {
  const runtime = createRuntime({ GUARD_STAGE: 'prod' });
  expect(() => runtime.table).toThrow('Wrong settings: TABLE_NAME is not set');
});

test('A function with a wrong setting does not start, even if it never reads the setting', () => {
  expect(() => createRuntime({ GUARD_STAGE: 'prod', TOKEN_EXPIRATION: '0' })).toThrow(
    /Wrong settings:[\s\S]*TOKEN_EXPIRATION/,
  );
});

test('Each log line names the release and the version of its function', () => {
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
