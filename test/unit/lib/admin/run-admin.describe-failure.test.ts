import { expect, test } from 'vitest';
import { AdminError, EXIT_CODES } from '../../../../lib/admin/admin-error.ts';
import { describeFailure } from '../../../../lib/admin/run-admin.ts';
import { ApiError, invalidField } from '../../../../shared/base/errors.ts';

const thrown = (name: string, message: string, code?: string) =>
  Object.assign(new Error(message), { name, ...(code ? { code } : {}) });

test.each([
  ['a reason of its own', new AdminError('No.', EXIT_CODES.wrongUsage), 2, 'No.'],
  ['a rule of the service', new ApiError('email_taken'), 1, /already in use/],
  ['a wrong value', invalidField('email', 'Wrong e-mail.'), 2, 'Wrong e-mail.'],
  ['Ctrl-C at a prompt', thrown('ExitPromptError', 'User force closed the prompt'), 130, 'Nothing was done.'],
  ['no credentials', thrown('CredentialsProviderError', 'Could not\nload'), 1, /AWS_PROFILE/],
  ['no region', thrown('Error', 'Region is missing'), 1, /AWS_REGION/],
  ['no such table', thrown('ResourceNotFoundException', 'not found'), 1, /TableName/],
  ['no answer', thrown('Error', '', 'ECONNREFUSED'), 1, /does not answer: ECONNREFUSED/],
  [
    'a refusal of AWS',
    thrown('AccessDeniedException', 'not\n  authorized'),
    1,
    'AccessDeniedException: not authorized',
  ],
  ['a thrown text', 'nonsense', 1, 'nonsense'],
])(
  'The administration command describes a failure in one line with its exit code: %s',
  (_, error, exitCode, message) => {
    const told = describeFailure(error);
    expect(told.exitCode).toBe(exitCode);
    expect(told.message).toMatch(message);
    expect(told.message).not.toContain('\n');
  },
);
