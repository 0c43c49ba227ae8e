import { Command, Option } from 'commander';
import { backfillIndexesCommand, DEFAULT_ITEMS_PER_SECOND } from './backfill-indexes.ts';
import { blockUserCommand } from './block-user.ts';
import { clearOwnTenantCommand } from './clear-own-tenant.ts';
import type { AdminCommand } from './context.ts';
import { createKeyCommand } from './create-key.ts';
import { createPlatformAdminCommand } from './create-platform-admin.ts';
import { createTenantCommand } from './create-tenant.ts';
import { listKeysCommand } from './list-keys.ts';
import { listSessionsCommand } from './list-sessions.ts';
import { listTenantsCommand } from './list-tenants.ts';
import { listUsersCommand } from './list-users.ts';
import { resetPasswordCommand } from './reset-password.ts';
import { revokeKeyCommand } from './revoke-key.ts';
import { revokeTokensCommand } from './revoke-tokens.ts';
import type { TargetOptions } from './target.ts';
import { unblockUserCommand } from './unblock-user.ts';

const NOTES = `
The table is, in this order:
  --port                           that of the local server (npm start) at this port
  --endpoint or DYNAMODB_ENDPOINT  in another DynamoDB than that of AWS; on this machine the local server's, or --table
  --table or TABLE_NAME            in the account and region that your AWS credentials lead to
  none of these                    that of the local server, if exactly one runs in this checkout; never one of AWS
What the command line does not name is told on stderr before anything is done. An option goes before a variable.

Passwords are asked for on a terminal, and otherwise read from stdin:
  npm run --silent admin -- reset-password --email ana@example.com < password.txt

Exit codes: 0 done, 1 not done, 2 wrong command line, setting or password, 130 interrupted.`;

/** Carries out the command that was asked for. */
export type RunCommand = <O>(command: AdminCommand<O>, options: O & TargetOptions) => Promise<void>;

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
    for (const option of [...options, ...targetOptions()]) subcommand.addOption(option);
    subcommand.action((given: O & TargetOptions) => run(command, given));
  };

  const json = () => new Option('--json', 'one JSON object a line, with every field');
  const tenantId = () => required('--tenant-id <id>', 'the tenant');
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
  add('unblock-user', 'Let a blocked user sign in again.', [email()], unblockUserCommand);
  add(
    'revoke-tokens',
    'End all sessions of a user, or of everyone in a tenant.',
    [
      new Option('--email <address>', 'the user’s e-mail address').conflicts('tenantId'),
      new Option('--tenant-id <id>', 'the tenant'),
    ],
    revokeTokensCommand,
  );
  add('list-sessions', 'List the open sessions of a user.', [email(), json()], listSessionsCommand);
  add('list-tenants', 'List all tenants, newest first.', [json()], listTenantsCommand);
  add('list-users', 'List the users of a tenant, oldest first.', [tenantId(), json()], listUsersCommand);
  add('list-keys', 'List the keys of a tenant, oldest first.', [tenantId(), json()], listKeysCommand);
  add(
    'create-key',
    'Create a key for a device or another system. Tells it once.',
    [
      tenantId(),
      required('--name <name>', 'what to call the key'),
      new Option('--site-id <id>', 'the site that it is bound to').conflicts('deviceId'),
      new Option('--device-id <id>', 'the device that it is bound to'),
      new Option('--expires-at <time>', 'when it ends, as 2027-12-31T00:00:00Z (else never)'),
    ],
    createKeyCommand,
  );
  add(
    'revoke-key',
    'Revoke a key for good.',
    [tenantId(), required('--key-id <id>', 'the key')],
    revokeKeyCommand,
  );
  add(
    'backfill-indexes',
    'Have every item stand in the indexes as this release declares them. Can be begun again at any time.',
    [
      new Option('--dry-run', 'count, and change nothing'),
      new Option('--items-per-second <number>', `how fast at most (else ${DEFAULT_ITEMS_PER_SECOND})`),
      new Option('--from <position>', 'where an earlier run said that it was'),
      new Option('--retention', 'also have alerts go in time that were resolved before 0.7.0'),
    ],
    backfillIndexesCommand,
  );
  add(
    'clear-own-tenant',
    'Show what platform admins of 0.9.0 or before created in Guard’s own tenant, or remove it.',
    [new Option('--remove', 'remove what is found')],
    clearOwnTenantCommand,
  );
  return program;
}

function required(flags: string, description: string): Option {
  return new Option(flags, description).makeOptionMandatory();
}

function targetOptions(): Option[] {
  return [
    new Option('--table <name>', 'the DynamoDB table (else TABLE_NAME)'),
    new Option('--endpoint <url>', 'another DynamoDB than that of AWS (else DYNAMODB_ENDPOINT)'),
    new Option('--port <number>', 'the local server at this port').conflicts(['table', 'endpoint']),
  ];
}
