import { Command, Option } from 'commander';
import { blockUserCommand } from './block-user.ts';
import type { ConnectionOptions } from './connection.ts';
import type { AdminCommand } from './context.ts';
import { createPlatformAdminCommand } from './create-platform-admin.ts';
import { createTenantCommand } from './create-tenant.ts';
import { listSessionsCommand } from './list-sessions.ts';
import { resetPasswordCommand } from './reset-password.ts';
import { revokeTokensCommand } from './revoke-tokens.ts';

const NOTES = `
The table is that of --table or TABLE_NAME, in the account and region that your AWS credentials lead to. An engine
on this machine is named by --endpoint or DYNAMODB_ENDPOINT; npm start prints its own.

Passwords are asked for on a terminal, and otherwise read from stdin:
  npm run --silent admin -- reset-password --email ana@example.com < password.txt

Exit codes: 0 done, 1 not done, 2 wrong command line, setting or password, 130 interrupted.`;

/** Carries out the command that was asked for. */
export type RunCommand = <O>(command: AdminCommand<O>, options: O & ConnectionOptions) => Promise<void>;

/** The command line: what can be asked for, and `run` for what was. */
export function createProgram(run: RunCommand): Command {
  const program = new Command('npm run admin --')
    .description('Administers a deployed Guard, or one on this machine, through its table.')
    .usage('<command> [options]')
    .addHelpText('after', NOTES)
    .showSuggestionAfterError(false);

  const add = <O>(
    name: string,
    description: string,
    options: readonly Option[],
    command: AdminCommand<O>,
  ) => {
    const subcommand = program.command(name).description(description);
    for (const option of [...options, ...connectionOptions()]) subcommand.addOption(option);
    subcommand.action((given: O & ConnectionOptions) => run(command, given));
  };

  const email = () => required('--email <address>', 'the user’s e-mail address');
  add(
    'create-platform-admin',
    'Create a platform admin; the first one makes the platform’s own tenant. Takes a password.',
    [email(), required('--name <name>', 'what to call them')],
    createPlatformAdminCommand,
  );
  add(
    'create-tenant',
    'Create a tenant, with its first master or without. Takes the master’s password.',
    [
      required('--name <name>', 'what to call the tenant'),
      new Option('--master-email <address>', 'the master’s e-mail address'),
      new Option('--master-name <name>', 'what to call the master'),
    ],
    createTenantCommand,
  );
  add(
    'reset-password',
    'Give a user a new password and end their sessions. Takes the password.',
    [email()],
    resetPasswordCommand,
  );
  add('block-user', 'Block a user and end their sessions.', [email()], blockUserCommand);
  add(
    'revoke-tokens',
    'End all sessions of a user, or of everyone in a tenant.',
    [
      new Option('--email <address>', 'the user’s e-mail address').conflicts('tenantId'),
      new Option('--tenant-id <id>', 'the tenant'),
    ],
    revokeTokensCommand,
  );
  add('list-sessions', 'List the open sessions of a user.', [email()], listSessionsCommand);
  return program;
}

function required(flags: string, description: string): Option {
  return new Option(flags, description).makeOptionMandatory();
}

function connectionOptions(): Option[] {
  return [
    new Option('--table <name>', 'the DynamoDB table (else TABLE_NAME)'),
    new Option('--endpoint <url>', 'another DynamoDB than that of AWS (else DYNAMODB_ENDPOINT)'),
  ];
}
