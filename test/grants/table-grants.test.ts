import { globSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { lambdaFunctions } from '../support/table-use/lambda-functions.ts';
import { readTraces, unreadSettings, untracedFiles, unusedPermissions } from '../support/table-use/traces.ts';

/**
 * Least privilege, from what really happens. That no function is granted too little shows where a test makes it use
 * the table; that none is granted too much, here, after all of them. So it is with the settings that a function is given. Only integration tests count: what the random
 * requests of the property tests use is not the same in every run.
 */
const traces = await readTraces(inject('traceFolder'));
const untraced = untracedFiles(globSync('test/integration/**/*.test.ts'), traces);

test('the traces are complete: every integration test ran and passed', () => {
  expect(untraced, 'Grants are not judged: the traces are incomplete. Not run, or not passed').toEqual([]);
});

test.skipIf(untraced.length > 0).each(lambdaFunctions)(
  '$name is granted nothing that it does not use, and given no setting that it does not read',
  (it) => {
    expect(unusedPermissions(it, traces), `No integration test makes ${it.name} use`).toEqual([]);
    expect(unreadSettings(it, traces), `No integration test makes ${it.name} read`).toEqual([]);
  },
);
