import { expect, onTestFinished, test, vi } from 'vitest';
import { lambdaRuntime } from '../../../../shared/lambda/runtime.ts';

test('a deployed function makes its runtime of its environment, once', () => {
  vi.stubEnv('TABLE_NAME', 'guard-prod');
  vi.stubEnv('GUARD_STAGE', 'prod');
  vi.stubEnv('AWS_LAMBDA_INITIALIZATION_TYPE', 'on-demand');
  onTestFinished(() => void vi.unstubAllEnvs());
  const runtime = lambdaRuntime();
  expect(lambdaRuntime()).toBe(runtime);
  expect(runtime.settings).toMatchObject({ tableName: 'guard-prod', stage: 'prod' });
  expect(runtime.table.name).toBe('guard-prod');
  expect(Math.abs(runtime.clock().getTime() - Date.now())).toBeLessThan(1_000);
  expect(runtime.randomBytes(20)).toHaveLength(20);
  expect(runtime.takeColdStart()).toBe(true);
});
