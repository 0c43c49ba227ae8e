import { randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { CommanderError } from 'commander';
import * as z from 'zod';
import { type AuditContext, withAudit } from '../../shared/audit/audit-log.ts';
import { ApiError } from '../../shared/base/errors.ts';
import { SETTINGS } from '../../shared/lambda/settings.ts';
import { connectTable, type Table } from '../../shared/table/table.ts';
import { useLocalAccount } from '../local/function-environment.ts';
import { readStoredKey } from '../local/key-file.ts';
import { findRunningServers, SERVERS_FOLDER } from '../local/running-servers.ts';
import { AdminError, EXIT_CODES, type ExitCode } from './admin-error.ts';
import type { AdminCommand } from './context.ts';
import { readNewPassword, type Terminal } from './password.ts';
import { createProgram } from './program.ts';
import { findTarget, type Target, type TargetOptions } from './target.ts';

/** Runs one command line, without the name of the program. Writes an error as one line to stderr. Never throws. */
export async function runAdmin(
  parameters: readonly string[],
  terminal: Terminal,
  environment: NodeJS.ProcessEnv,
  serversFolder: string = SERVERS_FOLDER,
): Promise<ExitCode> {
  const outside = { terminal, environment, serversFolder };
  const program = createProgram((name, command, options) => runCommand(name, command, options, outside));
  for (const each of [program, ...program.commands]) {
    each.exitOverride().configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      outputError: (text, write) => write(withoutValues(text)),
    });
  }
  try {
    await program.parseAsync(parameters, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.wrongUsage;
    const { message, exitCode } = describeFailure(error);
    terminal.stderr.write(`error: ${message}\n`);
    return exitCode;
  }
}

interface Outside {
  readonly terminal: Terminal;
  readonly environment: NodeJS.ProcessEnv;
  readonly serversFolder: string;
}

async function runCommand<O>(
  name: string,
  command: AdminCommand<O>,
  options: O & TargetOptions,
  { terminal, environment, serversFolder }: Outside,
): Promise<void> {
  const findServers = () => findRunningServers(serversFolder);
  const target = await findTarget(options, { environment, findServers });
  if (target.note) terminal.stderr.write(`${target.note}\n`);
  const table = connect(target, environment);
  try {
    const done = await command(
      {
        table: withAudit(table, auditContext(name, environment)),
        clock: () => new Date(),
        wait,
        randomBytes,
        localKey: () => readStoredKey(target.dataFolder),
        readNewPassword: (account) => readNewPassword(terminal, account),
      },
      options,
    );
    await pipeline(withLineEnds(done), terminal.stdout, { end: false }).catch(endWithReader);
  } finally {
    table.client.destroy();
  }
}

/** A command changes the table without a request. It cannot read the stage's settings. */
function auditContext(name: string, environment: NodeJS.ProcessEnv): AuditContext {
  const { GUARD_AUDIT_RETENTION_DAYS: days } = SETTINGS;
  const retentionDays = days.schema.parse(environment['GUARD_AUDIT_RETENTION_DAYS'] ?? days.default);
  const actor = { kind: 'command', id: null, name } as const;
  const origin = { ip_address: null, user_agent: null, request_id: null };
  return { actor, ...origin, now: new Date(), randomBytes, retentionDays };
}

async function* withLineEnds(done: string | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of typeof done === 'string' ? [done] : done) yield `${line}\n`;
}

/** Ends the program when its reader ends: reading only the first lines, as `head` does, is not an error. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Removes the values of options, so that a mistaken `--password=…` is not repeated on the screen or in a log. */
function withoutValues(text: string): string {
  return text.replace(/(--[\w-]+)=.*(?=')/s, '$1');
}

/**
 * Connects to a table. For a local table, sets the dummy credentials of the local server in `environment`, so that AWS
 * credentials are sent to AWS only.
 */
export function connect(
  { tableName, dynamodbEndpoint, isLocal }: Target,
  environment: NodeJS.ProcessEnv,
): Table {
  if (isLocal) useLocalAccount(environment);
  return connectTable({ tableName, dynamodbEndpoint });
}

const errorSchema = z.object({ name: z.string(), message: z.string(), code: z.string().optional() });

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT']);

/** Describes any thrown value in one line. */
export function describeFailure(error: unknown): { message: string; exitCode: ExitCode } {
  if (error instanceof AdminError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ApiError) {
    const wrongInput = error.code === 'validation_failed';
    return { message: error.message, exitCode: wrongInput ? EXIT_CODES.wrongUsage : EXIT_CODES.failed };
  }
  const parsed = errorSchema.safeParse(error);
  if (!parsed.success) return { message: String(error), exitCode: EXIT_CODES.failed };
  if (parsed.data.name === 'ExitPromptError') {
    return { message: 'Nothing was done.', exitCode: EXIT_CODES.interrupted };
  }
  return { message: explain(parsed.data), exitCode: EXIT_CODES.failed };
}

/** Explains common errors of the AWS SDK with their remedy. */
function explain({ name, message, code }: z.infer<typeof errorSchema>): string {
  const text = oneLine(message);
  if (name === 'CredentialsProviderError') {
    return `There are no AWS credentials (${text}). Sign in or set AWS_PROFILE, or name the local server with --port.`;
  }
  if (text === 'Region is missing') return 'There is no AWS region. Set AWS_REGION.';
  if (name === 'ResourceNotFoundException') {
    return 'There is no such table in this account and region. The output TableName of the stack has its name.';
  }
  if (code !== undefined && CONNECTION_CODES.has(code)) return `DynamoDB does not answer: ${text || code}.`;
  return `${name}: ${text}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
