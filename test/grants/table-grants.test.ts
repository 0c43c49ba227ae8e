import { globSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { RECEIVER } from '../../lib/receiver/declared-use.ts';
import { lambdaFunctions } from '../support/table-use/lambda-functions.ts';
import { readTraces, unreadSettings, untracedFiles, unusedPermissions } from '../support/table-use/traces.ts';

/**
 * Least privilege, measured. An integration test fails if a function lacks a permission or a setting. These tests run after
 * them, and fail if a function never used one of its grants. Property tests do not count: their requests are random.
 */
const traces = await readTraces(inject('traceFolder'));
const untraced = untracedFiles(globSync('test/integration/**/*.test.ts'), traces);

test('The recorded table calls of the integration tests are complete: every test ran and passed', () => {
  expect(untraced, 'Grants are not judged: the traces are incomplete. Not run, or not passed').toEqual([]);
});

test.skipIf(untraced.length > 0).each(lambdaFunctions)(
  '$name is granted nothing that it does not use, and given no setting that it does not read',
  (it) => {
    expect(unusedPermissions(it, traces), `No integration test makes ${it.name} use`).toEqual([]);
    expect(unreadSettings(it, traces), `No integration test makes ${it.name} read`).toEqual([]);
  },
);

test.skipIf(untraced.length > 0)('The receiver of panels is granted nothing that it does not use', () => {
  expect(unusedPermissions(RECEIVER, traces), 'No integration test makes the receiver use').toEqual([]);
});
