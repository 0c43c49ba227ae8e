import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { AdminError, EXIT_CODES } from '../../../../lib/admin/admin-error.ts';
import { describeFailure, runAdmin } from '../../../../lib/admin/run-admin.ts';
import { ApiError, invalidField } from '../../../../shared/base/errors.ts';

/** A missing folder, so that running servers do not matter. */
const NO_SERVERS = join(import.meta.dirname, 'no-servers');

async function run(...parameters: string[]) {
  const terminal = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  terminal.stdin.end();
  const exitCode = await runAdmin(parameters, terminal, {}, NO_SERVERS);
  const text = (stream: PassThrough) => stream.read()?.toString() ?? '';
  return { exitCode, stdout: text(terminal.stdout), stderr: text(terminal.stderr) };
}

const COMMANDS = `
  create-platform-admin reset-password reset-second-factor block-user revoke-tokens backfill-indexes spread-tenant republish
  verify-audit rebuild-statistics`
  .trim()
  .split(/\s+/);

test('The administration command with --help names every command and the exit codes, and exits with 0', async () => {
  const { exitCode, stdout, stderr } = await run('--help');
  expect([exitCode, stderr]).toEqual([0, '']);
  for (const name of COMMANDS) expect(stdout).toContain(name);
  expect(stdout).toContain('Exit codes');
});

test.each(COMMANDS)(
  'The administration command %s --help shows the options that select the table',
  async (name) => {
    const { exitCode, stdout } = await run(name, '--help');
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`npm run admin -- ${name}`);
    expect(stdout).toContain('--table');
    expect(stdout).toContain('--endpoint');
    expect(stdout).toContain('--port');
  },
);

const ON_TABLE = ['--table', 'guard'];

test.each([
  ['an unknown name', ['destroy-everything']],
  ['an unknown option', ['block-user', '--email', 'a@b.co', '--force', ...ON_TABLE]],
  ['an extra word', ['block-user', 'a@b.co', '--email', 'a@b.co', ...ON_TABLE]],
  ['a missing option', ['create-platform-admin', '--name', 'Ana', ...ON_TABLE]],
  ['an option without its value', ['block-user', '--email']],
  ['no table', ['block-user', '--email', 'a@b.co']],
  ['a port where nothing runs', ['block-user', '--email', 'a@b.co', '--port', '1']],
  ['a port and a table', ['block-user', '--email', 'a@b.co', '--port', '1', ...ON_TABLE]],
  ['a port and an endpoint', ['backfill-indexes', '--port', '1', '--endpoint', 'http://127.0.0.1:8000']],
  ['an invalid e-mail', ['block-user', '--email', 'nonsense', ...ON_TABLE]],
  ['an invalid tenant id', ['revoke-tokens', '--tenant-id', '1', ...ON_TABLE]],
  ['neither one tenant nor every', ['revoke-tokens', ...ON_TABLE]],
  ['one tenant and every', ['revoke-tokens', '--tenant-id', '1', '--every-tenant', ...ON_TABLE]],
  ['a rate of zero', ['backfill-indexes', '--items-per-second', '0', ...ON_TABLE]],
  ['a rate that is no number', ['backfill-indexes', '--items-per-second', 'fast', ...ON_TABLE]],
  ['an invalid position', ['backfill-indexes', '--from', 'here', ...ON_TABLE]],
])(
  'A call of the administration command with %s fails with a one-line error and exit code 2',
  async (_, parameters) => {
    const { exitCode, stdout, stderr } = await run(...parameters);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
  },
);

test('Without a subcommand, the administration command shows its help and exits with code 2', async () => {
  const { exitCode, stderr } = await run();
  expect(exitCode).toBe(2);
  expect(stderr).toContain('create-platform-admin');
});

test('No administration command accepts a password as an option, and the error does not show the password', async () => {
  for (const parameters of [
    ['--password=hunter2hunter2'],
    ['--password', 'hunter2hunter2'],
    ["--password=it's hunter2hunter2"],
  ]) {
    const { exitCode, stdout, stderr } = await run(
      'reset-password',
      '--email',
      'a@b.co',
      ...ON_TABLE,
      ...parameters,
    );
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).not.toContain('hunter2');
  }
});

describe('describeFailure', () => {
  const thrown = (name: string, message: string, code?: string) =>
    Object.assign(new Error(message), { name, ...(code ? { code } : {}) });

  test.each([
    ['a reason of its own', new AdminError('No.', EXIT_CODES.wrongUsage), 2, 'No.'],
    ['a rule of the service', new ApiError('email_taken'), 1, /already in use/],
    ['a wrong value', invalidField('email', 'Wrong e-mail.'), 2, 'Wrong e-mail.'],
    [
      'Ctrl-C at a prompt',
      thrown('ExitPromptError', 'User force closed the prompt'),
      130,
      'Nothing was done.',
    ],
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
    'The administration command describes a failure in one line and exits with the code for this failure: %s',
    (_, error, exitCode, message) => {
      const described = describeFailure(error);
      expect(described.exitCode).toBe(exitCode);
      expect(described.message).toMatch(message);
      expect(described.message).not.toContain('\n');
    },
  );
});
