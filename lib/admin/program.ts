import { Command, Option } from 'commander';
import { updateUser } from '../../shared/accounts/change-users.ts';
import { backfillIndexesCommand, DEFAULT_ITEMS_PER_SECOND } from './backfill-indexes.ts';
import type { AdminCommand } from './context.ts';
import { createPlatformAdminCommand } from './create-platform-admin.ts';
import { findAccount } from './find-account.ts';
import { rebuildStatisticsCommand } from './rebuild-statistics.ts';
import { DEFAULT_PER_SECOND, republishCommand } from './republish.ts';
import { resetPasswordCommand } from './reset-password.ts';
import { resetSecondFactorCommand } from './reset-second-factor.ts';
import { revokeKeyCommand } from './revoke-key.ts';
import { revokeTokensCommand } from './revoke-tokens.ts';
import { spreadTenantCommand } from './spread-tenant.ts';
import { asTableOwner } from './table-owner.ts';
import type { TargetOptions } from './target.ts';
import { verifyAuditCommand } from './verify-audit.ts';

const NOTES = `
The table is, in this order:
  --port                           that of the local server (npm start) at this port
  --endpoint or DYNAMODB_ENDPOINT  in another DynamoDB than that of AWS; on this machine the local server's, or --table
  --table or TABLE_NAME            in the account and region that your AWS credentials lead to
  none of these                    that of the local server, if exactly one runs in this checkout; never one of AWS
A table that the command line does not name is shown on stderr first. An option overrides a variable.

Passwords are prompted for on a terminal, and otherwise read from stdin:
  npm run --silent admin -- reset-password --email ana@example.com < password.txt

Exit codes: 0 done, 1 not done, 2 wrong command line, setting or password, 130 interrupted.`;

type RunCommand = <O>(name: string, command: AdminCommand<O>, options: O & TargetOptions) => Promise<void>;

/** Declares all commands; `run` executes the parsed one. */
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
    subcommand.action((given: O & TargetOptions) => run(name, command, given));
  };

  const tenantId = () => required('--tenant-id <id>', 'the tenant');
  const email = () => required('--email <address>', 'the user’s e-mail address');
  add(
    'create-platform-admin',
    'Create a platform admin; the first one also creates the platform’s own tenant. Needs a password.',
    [email(), required('--name <name>', 'the name of the admin')],
    createPlatformAdminCommand,
  );
  add(
    'reset-password',
    'Set a new password of a user and end their sessions. Needs the password.',
    [email()],
    resetPasswordCommand,
  );
  add(
    'reset-second-factor',
    'Remove the second factor of a user, who lost it, and end their sessions.',
    [email()],
    resetSecondFactorCommand,
  );
  add('block-user', 'Block a user and end their sessions.', [email()], blockUserCommand);
  add(
    'revoke-tokens',
    'End all sessions of everyone in a tenant, or in all tenants.',
    [
      new Option('--tenant-id <id>', 'the tenant').conflicts('everyTenant'),
      new Option('--every-tenant', 'all tenants, as after a restore'),
    ],
    revokeTokensCommand,
  );
  add(
    'revoke-key',
    'Revoke a key for good, as after a restore, before the table is in use.',
    [tenantId(), required('--key-id <id>', 'the key')],
    revokeKeyCommand,
  );
  add(
    'backfill-indexes',
    'Write the index attributes that this release declares to every item. Can be repeated at any time.',
    [
      new Option('--dry-run', 'count only, change nothing'),
      new Option('--items-per-second <number>', `the maximum speed (default ${DEFAULT_ITEMS_PER_SECOND})`),
      new Option('--from <position>', 'the position that an earlier run printed'),
    ],
    backfillIndexesCommand,
  );
  add(
    'spread-tenant',
    'Give a tenant copies of its status, for more than 3,000 requests a second.',
    [tenantId(), new Option('--off', 'delete the copies')],
    spreadTenantCommand,
  );
  add(
    'republish',
    'Count or queue the webhook deliveries that are missing for events of a time. Can be repeated at any time.',
    [
      required('--since <time>', 'the first time, as 2027-12-31T00:00:00Z'),
      new Option('--until <time>', 'the time after the last (default now)'),
      new Option('--tenant-id <id>', 'the tenant (else all)'),
      new Option('--send', 'queue the deliveries'),
      new Option('--per-second <number>', `the maximum speed (default ${DEFAULT_PER_SECOND})`),
    ],
    republishCommand,
  );
  add(
    'verify-audit',
    'Compare the audit log of a tenant with its seals. Names the first event that is missing, changed or inserted.',
    [
      required('--tenant <id>', 'the tenant'),
      new Option(
        '--key <key>',
        'the stage’s key of KMS, alias/guard-<stage> (else that of the local server)',
      ),
      new Option('--bucket <name>', 'the stage’s auditBucket, to compare the copies of the seals'),
    ],
    verifyAuditCommand,
  );
  add(
    'rebuild-statistics',
    'Count the alerts of a tenant again for its reports. Can be repeated at any time.',
    [
      required('--tenant <id>', 'the tenant'),
      new Option('--since <time>', 'the first time, as 2027-12-31T00:00:00Z (else that of the tenant)'),
      new Option('--until <time>', 'the time after the last (default now)'),
    ],
    rebuildStatisticsCommand,
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

/** Blocks a user and ends all their sessions. The last active master of a tenant cannot be blocked. */
const blockUserCommand: AdminCommand<{ email: string }> = async ({ table, clock }, options) => {
  const account = await findAccount(table, options);
  if (account.entity.status === 'blocked') return `${account.entity.email} is blocked already.`;
  const user = await updateUser(table, account, { status: 'blocked' }, asTableOwner(clock));
  return `${user.email} is blocked, and all their sessions have ended.`;
};
